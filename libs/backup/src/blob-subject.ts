import { AppError, isId } from '@app/common';

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
