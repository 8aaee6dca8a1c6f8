/** A person's rights: the erasure of all their data, and an export of it. */
export { DataSubjectRightsModule } from './data-subject-rights.module';
export { EraseUser, FinishErasures, type ErasureReport } from './erase-user';
export { ExportUser } from './export-user';
