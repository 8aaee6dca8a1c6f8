import type { Person } from './entity';
import type { NameWord } from './parse-name';

/** What the words of a name say about its bearer. */
export function personOf(words: readonly NameWord[], gender?: Person['gender']): Person {
  const hasFamily = words.some(({ kind }) => kind === 'family');
  const given = words.filter(({ kind }) => kind === 'given' || (kind === 'initial' && hasFamily));
  const family = words.filter(({ kind }) => kind === 'family');
  return {
    given: given.map(({ folded }) => folded),
    family: family.map(({ folded }) => folded),
    ...(gender && { gender }),
  };
}

/** Whether two names may belong to one person: they share a part, and nothing in them speaks against it. */
export function mayBeOne(a: Person, b: Person): boolean {
  if (a.gender && b.gender && a.gender !== b.gender) return false;
  if (isLone(a) || isLone(b)) return sharesLonePart(a, b);
  const given = agree(a.given[0], b.given[0]);
  const family = agree(a.family.at(-1), b.family.at(-1));
  return given !== false && family !== false && (given === true || family === true);
}

/** A name of a single part may be the first or the last name of another. */
export function isLone({ given, family }: Person): boolean {
  return given.length + family.length === 1;
}

function sharesLonePart(a: Person, b: Person): boolean {
  const [lone, other] = isLone(a) ? [a, b] : [b, a];
  const [part] = [...lone.given, ...lone.family];
  if (isLone(other) && lone.given.length !== other.given.length) return false;
  return [...other.given, ...other.family].some((word) => word.length > 1 && same(part ?? '', word));
}

/** `undefined` where one of the two says nothing. */
function agree(a: string | undefined, b: string | undefined): boolean | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a.length === 1 || b.length === 1) return a.startsWith(b) || b.startsWith(a) ? undefined : false;
  return same(a, b);
}

/** Whether two names have the same parts, but for a genitive s. */
export function sameParts(a: Person, b: Person): boolean {
  const one = [...a.given, '', ...a.family];
  const other = [...b.given, '', ...b.family];
  return one.length === other.length && one.every((word, index) => same(word, other[index] ?? ''));
}

/** Equal but for a genitive s. */
function same(a: string, b: string): boolean {
  return a === b || a === `${b}s` || b === `${a}s`;
}
