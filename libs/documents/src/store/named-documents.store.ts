import { textBlob } from './documents.store';

/** Returns the names of the files that documents have in the blob store. Only some have their original as well. */
export const DOCUMENT_FILES = `
  SELECT '${textBlob(`' || id || '`)}' AS name FROM documents WHERE text_bytes IS NOT NULL`;
