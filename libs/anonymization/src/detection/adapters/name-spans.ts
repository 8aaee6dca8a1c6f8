import type { Span } from '../../span';
import type { Tag } from './decode-tags';

/** Words with their tags become names: without punctuation at the edges, but with the full stop of an abbreviation. */
export function nameSpans(
  text: string,
  words: readonly { start: number; end: number }[],
  tags: readonly Tag[],
): Span[] {
  const spans: Span[] = [];
  let inside = false;
  for (const [i, { start, end }] of words.entries()) {
    const last = spans.at(-1);
    if (tags[i] === 1) spans.push({ start, end, type: 'Names' });
    else if (tags[i] === 2 && inside && last) last.end = end;
    inside = tags[i] !== 0;
  }
  return spans.flatMap((span) => clean(text, span));
}

const LEADING = /^[^\p{L}\p{M}\p{N}]+/u;
const TRAILING = /[^\p{L}\p{M}\p{N}.]+$/u;
/** "Anna K.", "Waldo Jr.", "U. Sch.", "Elisabeth II.": after so few letters the network is believed. */
const ABBREVIATION = /(?:(?:^|[\p{White_Space}.])\p{L}|[\p{White_Space}.]\p{L}{2,4})\.$/u;

function clean(text: string, { start, end, type }: Span): Span[] {
  const found = text.slice(start, end);
  const led = found.replace(LEADING, '');
  const bare = led.replace(TRAILING, '');
  const name = bare.endsWith('.') && !ABBREVIATION.test(bare) ? bare.slice(0, -1) : bare;
  const from = end - led.length;
  return /\p{L}/u.test(name) ? [{ start: from, end: from + name.length, type }] : [];
}
