/**
 * Backups: a snapshot of the database with its files, its verification, and its restore into an empty system. Also
 * compares the database with its files.
 */
export { BackupModule } from './backup.module';
export type { BackupReport } from './manifest';
export { CheckFiles, type FilesReport } from './check-files';
export { CreateBackup } from './create-backup';
export { DrillRestore } from './drill-restore';
export { isBackup, newestBackup, RotateBackups, type Rotation, type RotationReport } from './rotate-backups';
export { RestoreBackup, type RestoreFrom, type RestoreReport, type TombstoneSource } from './restore-backup';
export { VerifyBackup } from './verify-backup';
