import { AppError, isId } from '@app/common';

/**
 * What a blob is sealed for is the second part of its name: `chats/<id>/<id>`, `documents/<id>/text`.
 *
 * @throws AppError `conflict` where there is no id: nobody could say whether a snapshot names it
 */
export function subjectOf(name: string): string {
  const [, id] = name.split('/');
  if (!isId(id))
    throw new AppError(
      'conflict',
      'The file store holds a file that is not of this system: its name has no id',
    );
  return id.toLowerCase();
}
