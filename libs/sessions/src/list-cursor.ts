import { invalid, isId } from '@app/common';

export interface ListPosition {
  id: string;
  lastUsedAt: Date;
}

/** Where a page of the chat list ended, as an opaque word. */
export const writeCursor = ({ id, lastUsedAt }: ListPosition): string =>
  Buffer.from(`${lastUsedAt.getTime()} ${id}`).toString('base64url');

/** @throws AppError `bad_request` where the word is none of ours */
export function readCursor(cursor: string): ListPosition {
  const [time = '', id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const lastUsedAt = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (isId(id) && !Number.isNaN(lastUsedAt.getTime())) return { id, lastUsedAt };
  const message = 'must be the next_cursor of an earlier page';
  throw invalid('cursor', message);
}
