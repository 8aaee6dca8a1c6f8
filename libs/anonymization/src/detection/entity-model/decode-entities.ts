import type { EntityType } from '../../entity-type';
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

/** The kind of each class's spans; classes that are not here only keep words away from the others. */
const KINDS: Readonly<Record<string, EntityType>> = {
  PERSON: 'Names',
  ORG: 'Organizations',
  LOC: 'Locations',
  ADDRESS: 'Addresses',
  DATE: 'Dates',
  DOB: 'Birthdates',
  REF: 'References',
  USERNAME: 'Usernames',
};

/** What the network finds. */
export const NETWORK_KINDS: ReadonlySet<EntityType> = new Set(Object.values(KINDS));

/** The classes of the first word of a person's name, and of the others. */
export const NAME_BEGINS = 'B-PERSON';
const NAME_GOES_ON = 'I-PERSON';
/** "Chairman", "Dr.": beside a name, and none itself */
const ROLE_BEGINS = 'B-ROLE';
/** Natural logarithm of how much likelier another class is at most, where a name is covered as well. */
const A_HAIR = 1;

/** What a word is: of a span of a kind, which begins with it or goes on; `undefined` outside. */
export type EntityTag = { type: EntityType; begins: boolean } | undefined;

/** Of the classes that the network tells apart, those that are of a kind; every other one is outside. */
export function entityTags(tags: readonly number[], classes: readonly string[]): EntityTag[] {
  const known = classes.map((name): EntityTag => {
    const type = KINDS[name.slice(2)];
    return type && { type, begins: name.startsWith('B-') };
  });
  return tags.map((tag) => known[tag]);
}

/**
 * What was decoded as a span of another class and is a name by a hair, as a name: it is covered where only names are
 * asked for, too.
 *
 * @param scores as those that `tags` were decoded from
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

/** Words with their tags become spans; names with clean edges, the others as the network gives them. */
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
const TRAILING = /[^\p{L}\p{M}\p{N}.]+$/u;
const NO_WHITE_SPACE = /\P{White_Space}/u;
/** "Anna K.", "Waldo Jr.", "U. Sch.", "Elisabeth II.": after so few letters the full stop stays, as the network says. */
const ABBREVIATION = /(?:(?:^|[\p{White_Space}.])\p{L}|[\p{White_Space}.]\p{L}{2,4})\.$/u;

/**
 * A span without punctuation at its edges, but with the full stop of an abbreviation that ends no sentence; none where a
 * name has no letter left, or another value neither letter nor digit.
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

/** Does the line end with the span, and hold more than it? Then its last full stop is the sentence's. */
function endsSentence(text: string, start: number, end: number): boolean {
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isBlank = (part: string): boolean => !NO_WHITE_SPACE.test(part);
  return (
    !isBlank(text.slice(lineStart, start)) && isBlank(text.slice(end, lineEnd < 0 ? text.length : lineEnd))
  );
}
