import { uploadBlob } from './job-uploads';

/** Returns the names of the complete uploads of jobs in the blob store. */
export const UPLOAD_FILES = `
  SELECT '${uploadBlob(`' || job_id || '`)}' AS name FROM job_audio WHERE arriving_until IS NULL`;
