/** What concerns a person as a whole: the erasure of everything, and a copy of it to take along. */
export { EraseUser, type ErasureReport } from './erase-user';
export { ExportUser } from './export-user';
export { FinishErasures } from './finish-erasures';
export { PersonalDataModule } from './personal-data.module';
