import type { Span } from '../../spans/span';

/** 0 outside, 1 a name begins, 2 it goes on. */
export type NameTag = 0 | 1 | 2;

/** The class of the first word of a person's name. */
export const NAME_BEGINS = 'B-PERSON';
const NAME_GOES_ON = 'I-PERSON';

/** Of the classes that the network tells apart, those that make a name; every other one is outside. */
export function nameTags(tags: readonly number[], classes: readonly string[]): NameTag[] {
  return tags.map((tag) => (classes[tag] === NAME_BEGINS ? 1 : classes[tag] === NAME_GOES_ON ? 2 : 0));
}

/**
 * Words with their tags become names: without punctuation at the edges, but with the full stop of an abbreviation that
 * ends no sentence.
 */
export function nameSpans(
  text: string,
  words: readonly { start: number; end: number }[],
  tags: readonly NameTag[],
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
const NO_WHITE_SPACE = /\P{White_Space}/u;
/** "Anna K.", "Waldo Jr.", "U. Sch.", "Elisabeth II.": after so few letters the network is believed. */
const ABBREVIATION = /(?:(?:^|[\p{White_Space}.])\p{L}|[\p{White_Space}.]\p{L}{2,4})\.$/u;

function clean(text: string, { start, end, type }: Span): Span[] {
  const found = text.slice(start, end);
  const led = found.replace(LEADING, '');
  const bare = led.replace(TRAILING, '');
  const from = end - led.length;
  const keepsStop = ABBREVIATION.test(bare) && !endsSentence(text, from, from + bare.length);
  const name = bare.endsWith('.') && !keepsStop ? bare.slice(0, -1) : bare;
  return /\p{L}/u.test(name) ? [{ start: from, end: from + name.length, type }] : [];
}

/** Does the line end with the span, and hold more than it? Then its last full stop is the sentence's. */
function endsSentence(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isBlank = (part: string): boolean => !NO_WHITE_SPACE.test(part);
  return (
    !isBlank(text.slice(lineStart, start)) && isBlank(text.slice(end, lineEnd < 0 ? text.length : lineEnd))
  );
}
