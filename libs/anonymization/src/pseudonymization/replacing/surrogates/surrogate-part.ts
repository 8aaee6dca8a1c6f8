import type { LanguageCode } from '../../../../data/languages';
import type { EntityTable } from '../../entities/entity-table';
import { type NamePart, spelledLike } from '../../entities/name-parts';
import { fold } from '../../../lexicon/fold';
import { knownNames, SURROGATES } from '../../../lexicon/known-names';
import { REQUEST_LANGUAGES } from '../../../lexicon/languages';
import type { Gender } from '../../../lexicon/titles';
import { titleCase } from '../../../lexicon/letter-case';
import { withoutGenitive } from '../../../text/inflection';
import type { TextsAtHand } from './texts-at-hand';

interface PartRequest {
  /** The word as it is written */
  text: string;
  role: 'given' | 'family';
  gender?: Gender;
  language: LanguageCode;
}

/** Shorter names are parts of too many others by chance. */
const SHORTEST_HELD = 3;

/**
 * Returns the surrogate of one word of a name: the existing one of its part, in this word's spelling, or else a new one of
 * the same gender and language; `undefined` if none is left (contract: Anonymizing and restoring, rule 3).
 */
export function surrogatePart(
  table: EntityTable,
  request: PartRequest,
  texts: TextsAtHand,
): string | undefined {
  const { text } = request;
  const { parts } = table;
  return (
    parts.surrogateOf(text) ??
    knownSpelling(table, text) ??
    newGenitive(table, request, texts) ??
    newPart(table, request, texts, text)
  );
}

function knownSpelling(table: EntityTable, text: string): string | undefined {
  const { parts } = table;
  const stem = withoutGenitive(text);
  for (const part of parts.forOriginal(fold(text))) {
    const surrogate = spelledLike(text, part) ?? transliterated(text, part);
    if (surrogate !== undefined && parts.pair(text, surrogate)) return surrogate;
  }
  for (const part of stem === undefined ? [] : parts.forOriginal(fold(stem))) {
    const surrogate = spelledLike(stem ?? '', part);
    const genitive = surrogate && surrogate + text.slice(-1);
    if (genitive && parts.pair(text, genitive)) return genitive;
  }
  return undefined;
}

/** Returns `Koehler` for `Mueller` if Köhler replaces Müller. */
function transliterated(text: string, part: NamePart): string | undefined {
  const other = { ...part, original: spelledOut(part.original), surrogate: spelledOut(part.surrogate) };
  return other.surrogate === part.surrogate ? undefined : spelledLike(text, other);
}

function spelledOut(word: string): string {
  const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };
  return word.replace(/[äöüÄÖÜ]/g, (letter) => letters[letter] ?? letter);
}

/** Handles `Schmidts` as a form of Schmidt if only Schmidt is a name. */
function newGenitive(table: EntityTable, request: PartRequest, texts: TextsAtHand): string | undefined {
  const stem = withoutGenitive(request.text);
  if (stem === undefined) return undefined;
  const isKnown = (word: string) => knownNames.isGiven(fold(word)) || knownNames.isFamily(fold(word));
  if (!isKnown(stem) || isKnown(request.text)) return undefined;
  const surrogate = newPart(table, request, texts, stem);
  const genitive = surrogate && surrogate + request.text.slice(-1);
  return genitive && table.parts.pair(request.text, genitive) ? genitive : undefined;
}

function newPart(
  table: EntityTable,
  request: PartRequest,
  texts: TextsAtHand,
  word: string,
): string | undefined {
  if (table.isShortOfNames) return undefined;
  const { role } = request;
  const plain = word === word.toUpperCase() || word === word.toLowerCase();
  const original = plain ? titleCase(word) : word;
  const gender = role === 'given' ? (knownNames.genderOf(fold(word)) ?? request.gender) : undefined;
  const chosen = draw(table, { ...request, gender }, texts, original);
  if (chosen === undefined) return undefined;
  const part = table.parts.add({ original, surrogate: chosen, role, ...(gender && { gender }) });
  const surrogate = spelledLike(word, part);
  return surrogate !== undefined && table.parts.pair(word, surrogate) ? surrogate : undefined;
}

function draw(
  table: EntityTable,
  request: PartRequest,
  texts: TextsAtHand,
  original: string,
): string | undefined {
  const { parts } = table;
  const free = (name: string): boolean => {
    const folded = fold(name);
    return (
      parts.behind(folded) === undefined &&
      parts.forOriginal(folded).length === 0 &&
      !texts.hasWord(folded) &&
      !table.hasOriginalWord(folded)
    );
  };
  const fits = (name: string): boolean => !holds(fold(name), fold(original));
  for (const pool of poolsFor(request, original)) {
    if (texts.usedUp.has(pool)) continue;
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const name = pool[table.draw(pool.length, `${request.role} ${original} ${attempt}`)];
      if (name !== undefined && fits(name) && free(name)) return name;
    }
    const left = pool.filter(free);
    if (left.length === 0) texts.usedUp.add(pool);
    const fitting = left.filter(fits);
    if (fitting.length > 0) return fitting[table.draw(fitting.length, `${request.role} ${original} left`)];
  }
  return undefined;
}

/** Returns whether the surrogate would reveal the original, like Aumüller for Müller; both folded. */
function holds(surrogate: string, original: string): boolean {
  if (Math.min(surrogate.length, original.length) < SHORTEST_HELD) return false;
  return surrogate.includes(original) || original.includes(surrogate);
}

const pools = new Map<string, readonly (readonly string[])[]>();

/**
 * Returns the best pools first: names with an umlaut for one with an umlaut, so that both can be transliterated alike.
 */
function poolsFor({ role, gender, language }: PartRequest, original: string): readonly (readonly string[])[] {
  const umlaut = /[äöü]/i.test(original);
  const own = knownNames.languageOf(fold(original)) ?? (umlaut || /ß/.test(original) ? 'de' : language);
  const key = `${role} ${gender ?? ''} ${own} ${umlaut}`;
  const known = pools.get(key) ?? makePools({ role, ...(gender && { gender }), language: own }, umlaut);
  pools.set(key, known);
  return known;
}

function makePools({ role, gender, language }: Omit<PartRequest, 'text'>, umlaut: boolean): string[][] {
  const others = REQUEST_LANGUAGES.filter((code) => code !== language);
  const [first = [], ...rest] = [language, ...others].map((code) => {
    const lists = SURROGATES[code];
    if (role === 'family') return [...lists.family];
    return gender ? [...lists[gender]] : [...lists.female, ...lists.male];
  });
  const like = first.filter((name) => /[äöü]/.test(name) === umlaut);
  return [like, first, ...rest].filter(({ length }) => length > 0);
}
