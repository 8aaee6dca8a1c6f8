import type { Range } from '../../spans/ranges';
import type { Span } from '../../spans/span';
import type { Decoding } from './vocabulary';

/**
 * The sequence of classes with the greatest sum of scores and biases in which a span goes on only after a word of the same
 * span (Viterbi); of equal sums the lower index.
 *
 * @param scores one number for each class, for each word
 * @returns for each word the index of its class
 */
export function decodeTags(scores: readonly (readonly number[])[], { classes, bias }: Decoding): number[] {
  const before = classes.map((name) => predecessors(name, classes));
  const back: number[][] = [];
  let sums: number[] = [];
  for (const word of scores) {
    const best = greatest(sums);
    const from = before.map((allowed) => (allowed ? greatest(sums, allowed) : best));
    const isFirst = back.length === 0;
    sums = from.map((previous, tag) => {
      const own = (word[tag] ?? 0) + (bias[tag] ?? 0);
      if (isFirst) return before[tag] ? -Infinity : own;
      return (sums[previous] ?? -Infinity) + own;
    });
    back.push(from);
  }
  const tags: number[] = [];
  let tag = greatest(sums);
  for (let i = back.length - 1; i >= 0; i -= 1) {
    tags.push(tag);
    tag = back[i]?.[tag] ?? 0;
  }
  return tags.reverse();
}

/** The classes that may stand before one that goes on; undefined where all may. */
function predecessors(name: string, classes: readonly string[]): number[] | undefined {
  if (!name.startsWith('I-')) return undefined;
  return classes.flatMap((other, i) => (other !== 'O' && other.slice(2) === name.slice(2) ? [i] : []));
}

function greatest(values: readonly number[], among?: readonly number[]): number {
  const indices = among ?? values.keys();
  let best = among?.[0] ?? 0;
  for (const i of indices) if ((values[i] ?? -Infinity) > (values[best] ?? -Infinity)) best = i;
  return best;
}

/** 0 outside, 1 a name begins, 2 it goes on. */
type NameTag = 0 | 1 | 2;

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
export function nameSpans(text: string, words: readonly Range[], tags: readonly NameTag[]): Span[] {
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
/** "Anna K.", "Waldo Jr.", "U. Sch.", "Elisabeth II.": after so few letters the full stop stays, as the network says. */
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
