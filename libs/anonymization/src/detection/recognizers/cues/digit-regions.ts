import type { Range } from '../../../text/spans/ranges';

/** The maximum number of letters before, after or between the digits of a number. */
const MARGIN = 14;

/** A piece of a text around digits, with the offset of its first character. */
export interface Region {
  text: string;
  start: number;
}

/**
 * Returns the pieces of a text that may contain numbers: its digits and their surroundings. Most of a text has none, and
 * dozens of patterns search for numbers.
 */
export function digitRegions(text: string): Region[] {
  const ranges: Range[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 48 || unit > 57) continue;
    const last = ranges.at(-1);
    if (last && at - MARGIN <= last.end) last.end = at + MARGIN;
    else ranges.push({ start: Math.max(0, at - MARGIN), end: at + MARGIN });
  }
  return ranges.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
}

/** Yields the matches of a pattern in the {@link digitRegions} of a text, with their offsets in the text. */
export function* matchesInRegions(
  pattern: RegExp,
  regions: readonly Region[],
): Generator<{ written: string; start: number; groups?: Readonly<Record<string, string | undefined>> }> {
  for (const { text: piece, start } of regions) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece))
      yield { written: match[0], start: start + match.index, ...(match.groups && { groups: match.groups }) };
  }
}
