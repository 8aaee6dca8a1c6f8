import type { EntityTable } from '@app/anonymization';
import { invalid } from '@app/common';

/** Limit for the words that a user hid or kept in one chat. */
const MOST_WORDS = 1_000;

/**
 * Remembers for the life of a chat which words are hidden and which false finds stay unchanged.
 *
 * @throws AppError `bad_request` if there would be too many
 */
export function rememberWords(
  { hide, keep }: EntityTable,
  { hide: hidden = [], keep: kept = [] }: { hide?: readonly string[]; keep?: readonly string[] },
): void {
  for (const word of hidden) hide.add(word);
  for (const value of kept) keep.add(value);
  const message = `must not increase the words of a chat beyond ${MOST_WORDS}`;
  if (hide.size > MOST_WORDS) throw invalid('hide', message);
  if (keep.size > MOST_WORDS) throw invalid('keep', message);
}
