/** Calls a model without sending it personal data: hides, calls, restores, counts. */
export {
  AnonymizeText,
  originalValues,
  shownValues,
  type AnonymizeTextInput,
  type AnonymizeTextResult,
  type EntityMap,
} from './anonymize-text';
export { PrivateModel, type PrivateAnswer, type RestoringParts } from './private-model';
export { PrivateModelModule } from './private-model.module';
export { PromptImages, withoutMetadata, type PromptImage, type ReadImage } from './prompt-images';
