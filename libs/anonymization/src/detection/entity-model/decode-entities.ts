import { kindOf, kindsThat, type EntityType } from '../../kinds/kinds';
import type { Range } from '../../text/spans/ranges';
import type { Span } from '../../text/spans/span';
import type { Decoding } from './vocabulary';

/**
 * Returns the sequence of classes with the greatest sum of scores and biases in which a span continues only after a word of
 * the same span (Viterbi). Of equal sums, the lower index is chosen.
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

/** Returns the classes that may precede a class that continues a span; undefined if all may. */
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

/** The kinds that the network finds. */
export const NETWORK_KINDS: ReadonlySet<EntityType> = new Set(
  kindsThat(({ modelClass }) => modelClass !== undefined),
);

/** The kind of each class's spans. Other classes only prevent words from being assigned to these. */
const KINDS_BY_CLASS: ReadonlyMap<string | undefined, EntityType> = new Map(
  [...NETWORK_KINDS].map((type) => [kindOf(type).modelClass, type]),
);

/** The class of the first word of a person's name. */
export const NAME_BEGINS = 'B-PERSON';
const NAME_GOES_ON = 'I-PERSON';
/** The class of roles such as "Chairman" and "Dr.", which are next to a name but not part of it. */
const ROLE_BEGINS = 'B-ROLE';
/** The largest difference of natural logarithms at which a word of another class also counts as a name. */
const A_HAIR = 1;

/** The tag of a word: its kind, and whether it begins a span; `undefined` outside of spans. */
export type EntityTag = { type: EntityType; begins: boolean } | undefined;

/** Converts classes of the network to tags of kinds. A class without a kind is outside. */
export function entityTags(tags: readonly number[], classes: readonly string[]): EntityTag[] {
  const known = classes.map((name): EntityTag => {
    const type = KINDS_BY_CLASS.get(name.slice(2));
    return type && { type, begins: name.startsWith('B-') };
  });
  return tags.map((tag) => known[tag]);
}

/**
 * Adds a name tag to words of another class with nearly the score of a name, so that they are hidden also if only names are
 * requested.
 *
 * @param scores the scores from which `tags` were decoded
 * @returns a tag for each word
 */
export function nearNames(
  scores: readonly (readonly number[])[],
  tags: readonly number[],
  classes: readonly string[],
): number[] {
  const [begins, goesOn] = [classes.indexOf(NAME_BEGINS), classes.indexOf(NAME_GOES_ON)];
  const isName = (tag: number | undefined): boolean => tag === begins || tag === goesOn;
  const near = tags.map(() => 0);
  for (let first = 0; first < tags.length; first += 1) {
    const name = classes[tags[first] ?? 0] ?? 'O';
    if (!name.startsWith('B-') || name === NAME_BEGINS || name === ROLE_BEGINS) continue;
    const inside = classes.indexOf(`I-${name.slice(2)}`);
    let end = first + 1;
    while (end < tags.length && tags[end] === inside) end += 1;
    if (isName(tags[first - 1]) || isName(tags[end])) continue;
    const asName = (at: number): number => (at === first ? begins : goesOn);
    let margin = 0;
    for (let at = first; at < end; at += 1)
      margin += (scores[at]?.[tags[at] ?? 0] ?? 0) - (scores[at]?.[asName(at)] ?? 0);
    if (margin > A_HAIR) continue;
    for (let at = first; at < end; at += 1) near[at] = asName(at);
  }
  return near;
}

/** Converts tagged words to spans. Names get clean edges; other spans stay as the network found them. */
export function entitySpans(text: string, words: readonly Range[], tags: readonly EntityTag[]): Span[] {
  const spans: Span[] = [];
  for (const [i, { start, end }] of words.entries()) {
    const tag = tags[i];
    const last = spans.at(-1);
    if (tag?.begins) spans.push({ start, end, type: tag.type });
    else if (tag && last && tags[i - 1]?.type === tag.type) last.end = end;
  }
  return spans.flatMap((span) => (span.type === 'Names' ? withCleanEdges(text, span) : [span]));
}

const LEADING = /^[^\p{L}\p{M}\p{N}]+/u;
const TRAILING = /(?<![^\p{L}\p{M}\p{N}.])[^\p{L}\p{M}\p{N}.]+$/u;
const NO_WHITE_SPACE = /\P{White_Space}/u;
/** "Anna K.", "Waldo Jr.", "U. Sch.", "Elisabeth II.": after so few letters, the full stop stays in the span. */
const ABBREVIATION = /(?:(?:^|[\p{White_Space}.])\p{L}|[\p{White_Space}.]\p{L}{2,4})\.$/u;

/**
 * Removes punctuation at the edges of a span, except the full stop of an abbreviation that does not end a sentence. Returns
 * no span if no letter is left of a name, or neither letter nor digit of another value.
 */
export function withCleanEdges(text: string, { start, end, type }: Span): Span[] {
  const found = text.slice(start, end);
  const led = found.replace(LEADING, '');
  const bare = led.replace(TRAILING, '');
  const from = end - led.length;
  const keepsStop = ABBREVIATION.test(bare) && !endsSentence(text, from, from + bare.length);
  const name = bare.endsWith('.') && !keepsStop ? bare.slice(0, -1) : bare;
  return (type === 'Names' ? /\p{L}/u : /[\p{L}\p{N}]/u).test(name)
    ? [{ start: from, end: from + name.length, type }]
    : [];
}

/** Returns whether the line ends with the span and contains more than it. The last full stop then ends the sentence. */
function endsSentence(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isBlank = (part: string): boolean => !NO_WHITE_SPACE.test(part);
  return (
    !isBlank(text.slice(lineStart, start)) && isBlank(text.slice(end, lineEnd < 0 ? text.length : lineEnd))
  );
}
