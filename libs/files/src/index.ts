/** Files that come back as the same file, with replacements or with their values again. */
export { AnonymizeFile, type AnonymizedFile, type FileToAnonymize } from './anonymize-file';
export { AnonymizeFileNow, type FileRequest } from './anonymize-file-now';
export type { FileReport } from './file-report';
export { FilesModule } from './files.module';
export { RestoreFile, type FileToRestore, type RestoredFile } from './restore-file';
