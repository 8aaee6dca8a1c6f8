import { fold } from '../../lexicon/fold';
import { isBlank, wordsOf } from '../../text/words';
import { LONGEST_TOKEN } from './enclosing-token';
import type { ReplacementIndex } from './replacement-index';

/**
 * The number of characters to the right of its token on which a decision may depend
 * (contract: Anonymizing and restoring, rule 6).
 */
const LOOK_AHEAD = 64;
const MOST_BLANKS = 8;

/**
 * Returns where the text ends on which a decision at `at` may depend: the rest of its token and of its address (up to
 * `addressEnd`), and the tokens after it up to the first without a replacement. It depends only on the text, not on how much
 * of it has arrived. `undefined` if more text is needed.
 */
export function decisionWindow(
  text: string,
  at: number,
  addressEnd: number,
  last: boolean,
  index: ReplacementIndex,
): number | undefined {
  let end = Math.max(addressEnd, tokenEnd(text, at, at + LONGEST_TOKEN));
  if (end >= text.length && !last) return undefined;
  for (;;) {
    const start = blanksEnd(text, end);
    if (start >= text.length && !last && start - end < MOST_BLANKS) return undefined;
    if (start - at > LOOK_AHEAD || start - end >= MOST_BLANKS) break;
    const next = tokenEnd(text, start, start + LOOK_AHEAD);
    if (next >= text.length && next < start + LOOK_AHEAD && !last) return undefined;
    end = next;
    if (!mayHoldReplacement(text.slice(start, next), index)) break;
  }
  return Math.min(end, text.length);
}

function tokenEnd(text: string, from: number, limit: number): number {
  let end = from;
  while (end < limit && end < text.length && !isBlank(text.charCodeAt(end))) end += 1;
  return end;
}

function blanksEnd(text: string, from: number): number {
  let end = from;
  while (end < from + MOST_BLANKS && end < text.length && isBlank(text.charCodeAt(end))) end += 1;
  return end;
}

function mayHoldReplacement(token: string, index: ReplacementIndex): boolean {
  for (const { text } of wordsOf(token)) {
    const folded = fold(text);
    if (
      index.startsWith(folded) ||
      index.isInside(folded) ||
      (text.length === 1 && index.initials.has(folded))
    )
      return true;
  }
  return /[[［【\\]/.test(token);
}
