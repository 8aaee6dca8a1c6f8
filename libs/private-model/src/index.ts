/** Calls a model without sending it personal data: hides, calls, restores, counts. */
export { AnonymizeText, type AnonymizeTextInput, type AnonymizeTextResult } from './anonymize-text';
export { PrivateModel, type PrivateAnswer, type RestoringParts } from './private-model';
export { PrivateModelModule } from './private-model.module';
export { PromptImages, withoutMetadata, type PromptImage, type ReadImage } from './prompt-images';
