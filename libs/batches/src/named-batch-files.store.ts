import { blobOf } from './batch';

/** Returns the names of the files that batches have in the blob store. */
export const BATCH_FILES = `
  SELECT '${blobOf(`' || id || '`)}' AS name FROM batch_files WHERE bytes IS NOT NULL`;
