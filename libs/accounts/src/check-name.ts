import { invalid } from '@app/common';

const MAX_NAME_LENGTH = 200;

/**
 * Returns the name of a key or a group without surrounding space.
 *
 * @throws AppError `bad_request`
 */
export function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(trimmed)) return trimmed;
  throw invalid('name', `must be 1 to ${MAX_NAME_LENGTH} characters without control characters`);
}
