/** What a person may ask for as a whole: the erasure of everything, and a copy of it to take along. */
export { DataSubjectRightsModule } from './data-subject-rights.module';
export { EraseUser, FinishErasures, type ErasureReport } from './erase-user';
export { ExportUser } from './export-user';
