/** Files that come back as the same file, with replacements or with their values again. */
export type { AnonymizedFile } from './anonymize-file';
export { totalsOf, type FileReport } from './file-report';
export { FilesModule } from './files.module';
export { HideFolderNames } from './hide-folder-names';
export { FileJobsModule, FileRunnerModule } from './jobs/file-jobs.module';
export { limitOfFile, MOST_ARCHIVE_BYTES } from './jobs/file-limits';
export { SubmitFile } from './jobs/submit-file';
export { OwnFiles, type FilePreview, type FileRequest } from './own-files';
export { RestoreFile, type FileToRestore, type RestoredFile } from './restore-file';
