import { lengthOfTitles } from '../lexicon/titles';
import { hull } from '../text/spans/ranges';
import type { Span } from '../text/spans/span';

/** "O'Brien", "D’Angelo": the model mistakes an apostrophe inside a name for its end. */
const AFTER_APOSTROPHE = /^['’]\p{Lu}[\p{L}\p{M}]+/u;
const BEFORE_APOSTROPHE = /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]?['’]$/u;
const LONGEST_PART = 40;

/**
 * Adjusts the entity model's name spans to the contract (contract: Anonymizing and restoring, rule 2): without a title, and
 * including a part that an apostrophe or the full stop of "St." cut off.
 */
export function tidyNames(text: string, spans: readonly Span[]): Span[] {
  const tidied: Span[] = [];
  for (const span of spans.flatMap((span) => tidy(text, span))) {
    const last = tidied.at(-1);
    if (last && belongTogether(text, last, span)) tidied[tidied.length - 1] = hull(last, span);
    else tidied.push(span);
  }
  return tidied;
}

function tidy(text: string, { start, end, type }: Span): Span[] {
  const title = lengthOfTitles(text.slice(start, end));
  const missed = AFTER_APOSTROPHE.exec(text.slice(end, end + LONGEST_PART))?.[0].length ?? 0;
  const before =
    title > 0 ? 0 : (BEFORE_APOSTROPHE.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0);
  return [{ start: start + title - before, end: end + missed, type }];
}

/** Returns whether two spans overlap after they grew, or are "St" and "John" around a full stop. */
function belongTogether(text: string, a: Span, b: Span): boolean {
  if (b.start < a.end) return true;
  return (
    /^\. ?$/.test(text.slice(a.end, b.start)) &&
    /(?:^|[ \u00a0])(?:St|Ste|Sta)$/u.test(text.slice(a.start, a.end))
  );
}
