/** Files that come back as the same file, with replacements or with their values again. */
export { AnonymizeFile, type AnonymizedFile } from './anonymize-file';
export type { FileReport } from './file-report';
export { FilesModule } from './files.module';
export type { FileToHide } from './hide-file-texts';
export { OwnFiles, type FilePreview, type FileRequest } from './own-files';
export { RestoreFile, type FileToRestore, type RestoredFile } from './restore-file';
