import type { Decisions } from './proof';

const DOCUMENTS = 'test/e2e/documents-in-chat.e2e-spec.ts';
const UPLOAD = 'test/e2e/upload.e2e-spec.ts';

/** Uploads (contract: Upload). */
export const ON_UPLOADS: Decisions = {
  '6: raw or multipart': [UPLOAD, 'takes multipart/form-data with one part file'],
  '6: the name, decoded': [
    'apps/api/src/upload/read-file-name.spec.ts',
    'reads back whatever a client percent-encodes',
  ],
  '6: the header before the part': [UPLOAD, 'lets File-Name go before the name of the part'],
  '6: eleven kinds': [
    'libs/documents/src/text/extract-text.spec.ts',
    'takes body, tables, headers and footers',
  ],
  '6: empty, damaged, encrypted': [UPLOAD, 'an encrypted PDF'],
  '6: at most so large': [UPLOAD, 'refuses what is too large with 413'],
  '6: limits of time and memory': [UPLOAD, 'upload of what is made to exhaust the reader'],
  '6: unattached documents go': [DOCUMENTS, 'is deleted after its time, and one that a chat uses is not'],
  '6: DELETE upload/{id}': [UPLOAD, 'deletes for good, for its owner alone'],
};
