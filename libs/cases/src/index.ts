/** Cases: entity tables that chats, texts, jobs and calls share. */
export type { Case } from './case';
export { CaseTables, type CaseRequest, type HiddenInCase } from './case-tables';
export { CasesModule } from './cases.module';
export { DeleteCases, type ErasedCases } from './delete-cases';
export { ExportCases, type ExportedCase } from './export-cases';
export { ForgetValue, MOST_LISTED_VALUES, type ForgettingPreview, type ToForget } from './forget-value';
export { ManageCases, type CaseChanges, type CaseFields, type CaseMember } from './manage-cases';
export { restoredCaseEntities, restoredCases } from './restored-cases.store';
