/** Asks a model without telling it anything personal: hide, ask, restore, count. */
export { AnonymizeText, originalValues, shownValues, type EntityMap } from './anonymize-text';
export { DetectorModule } from './detector.module';
export { HideTexts, type TextToSearch } from './hide-texts';
export { PrivateModel, type PrivateAnswer, type RestoringParts } from './private-model';
export { PrivateModelModule } from './private-model.module';
