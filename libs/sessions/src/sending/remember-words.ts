import type { EntityTable } from '@app/anonymization';
import { invalid } from '@app/common';

/** Of a chat: what its user had hidden, and what was left. */
const MOST_WORDS = 1_000;

/**
 * Words stay hidden, and false finds are left, for the life of a chat.
 *
 * @throws AppError `bad_request` where there would be too many
 */
export function rememberWords(
  { hide, keep }: EntityTable,
  { hide: hidden = [], keep: kept = [] }: { hide?: readonly string[]; keep?: readonly string[] },
): void {
  for (const word of hidden) hide.add(word);
  for (const value of kept) keep.add(value);
  const message = `must not bring the words of a chat above ${MOST_WORDS}`;
  if (hide.size > MOST_WORDS) throw invalid('hide', message);
  if (keep.size > MOST_WORDS) throw invalid('keep', message);
}
