import { AppError } from '@app/common';
import { DOCUMENT_KINDS, type DocumentKind } from './document-kind';
import type { Unreadable } from './unreadable';

const WHY: Readonly<Record<Exclude<Unreadable, 'other_type'>, string>> = {
  empty: 'it is empty',
  damaged: 'it is damaged',
  encrypted: 'it is encrypted; remove its password first',
  without_text: 'there is no text in it',
  expands_too_far: 'it expands to more than a document may',
  too_slow: 'reading it takes too long',
  too_much_memory: 'reading it takes too much memory',
};

/** `Invalid file: <why>` (contract: Upload). The kind is one of ours, so nothing that was sent is quoted. */
export const invalidFile = (why: Unreadable, kind: DocumentKind): AppError =>
  invalid(why === 'other_type' ? `its content is not that of a .${kind} file` : WHY[why]);

export const unknownKind = (): AppError =>
  invalid(`its name must end in one of ${DOCUMENT_KINDS.map((kind) => `.${kind}`).join(' ')}`);

const invalid = (why: string): AppError => new AppError('bad_request', `Invalid file: ${why}`);
