/** The files of jobs: the upload that a job reads, and the file that it returns. */
export { AcceptUpload, checkNotEmpty } from './accept-upload';
export { JobFiles } from './job-files';
export { JobFilesModule } from './job-files.module';
export { JobUploads } from './job-uploads';
export { ReceiveUpload, type ReceivedUpload } from './receive-upload';
export { restoredUploads } from './restored-uploads.store';
export { ResultFiles, type NewResultFile, type OpenResultFile } from './result-files';
export { UPLOAD_FILES } from './named-uploads.store';
