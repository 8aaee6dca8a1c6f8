import { AppError, isId } from '@app/common';
import type { BlobStore } from '@app/storage';
import { TombstoneLog } from '@app/tombstones';

/**
 * Returns the subject of a blob's key, which is the second part of its name: `chats/<id>/<id>`, `documents/<id>/text`.
 *
 * @throws AppError `conflict` if there is no id, because it cannot be matched with a snapshot
 */
export function subjectOf(name: string): string {
  const [, id] = name.split('/');
  if (!isId(id))
    throw new AppError('conflict', 'The file store contains a file of another system: its name has no id');
  return id.toLowerCase();
}

/** Yields the names of the files of a store that belong to a subject: all but the log of tombstones. */
export async function* filesOfSubjects(blobs: BlobStore): AsyncGenerator<string> {
  for await (const name of blobs.list()) if (!TombstoneLog.holds(name)) yield name;
}
