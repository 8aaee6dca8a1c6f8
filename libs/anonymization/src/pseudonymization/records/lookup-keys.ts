import { matchesOf, type TimeSlice } from '@app/common';
import { placeholderOf, type Entity, type Person } from '../entities/entity';
import type { EntityTable } from '../entities/entity-table';
import { nameOf, isNamed, readAlsoAs, shortened } from '../entities/named-thing';
import type { NamePart } from '../entities/name-parts';
import type { EntityType } from '../../kinds/entity-type';
import { fold } from '../../lexicon/fold';
import { monthOf } from '../../lexicon/months';
import { decode, type Decoder } from '../../text/readable/decoder';
import { ReadableText, readingOf } from '../../text/readable/readable-text';
import { daysAfter } from '../../text/dates/move-date';
import { readDateAt } from '../../text/dates/read-date';
import { digitsOf, phoneSpellings } from '../../text/phone-digits';
import type { Span } from '../../text/spans/span';
import { type Word, wordsOf } from '../../text/words';
import { isDate } from '../restoring/moved-dates';

/**
 * The keys by which the records of a stored table are found for a text. A record that can take part in hiding or restoring
 * the text shares a key with it; more records may share one. Keys contain personal data: a store keeps a keyed hash.
 *
 * - `name`: a word of a person's name or its surrogate, and everything in an address that may be one
 * - `form`: two adjacent words of a value or its replacement, mostly the first ones
 * - `code`: the letters and digits of a number that is read in any grouping
 * - `value`: kind and canonical value
 * - `day`: the ISO date that replaces a date
 * - `label`: label and number of a placeholder
 * - `domain`: the original domain of e-mail addresses
 * - `wordless`: a value without words, which every text is searched for
 *
 * No text has the keys of these prefixes; they show whether a replacement is free:
 *
 * - `taken`: a word of an original, or an invented word
 * - `whole`: a replacement in lower case
 * - `reserved`: the domain that replaces another
 */
type Prefix =
  | 'name'
  | 'form'
  | 'code'
  | 'value'
  | 'day'
  | 'label'
  | 'domain'
  | 'wordless'
  | 'taken'
  | 'whole'
  | 'reserved';

const NAME = 'name:';

/** Returns whether many records may have a key: the word of a name. A store may return only the first of them. */
export const isShared = (key: string): boolean => key.startsWith(NAME);

/** Returns the folded word of a shared key. */
export const wordOf = (key: string): string => key.slice(NAME.length);

export const keyOf = (prefix: Prefix, text = ''): string => `${prefix}:${text}`;

/** Longer words are compared by their beginning. */
const LONGEST_WORD = 24;
const SHORTEST_INSIDE = 3;
/** The number of letters and digits of a value with a `code` key */
const [FEWEST_OF_CODE, MOST_OF_CODE, FEWEST_DIGITS] = [6, 34, 4];
const MOST_WORDS_OF_CODE = 20;
const GROUPED: ReadonlySet<EntityType> = new Set<EntityType>(['Phone', 'Cards', 'BankAccounts']);
const PLACEHOLDER = /(?<![\p{L}\p{N}])([A-Z]{2,16})[^\p{L}\p{N}]{0,4}([1-9]\d{0,5})/giu;
/**
 * A name such as O'Brien is one word, although its parts are two. The lookbehind lets a search begin once in each run of
 * letters: otherwise, each letter of a run without an apostrophe would be read as often as there are letters before it.
 */
const JOINED = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{1,200}(?:['’ʼ][\p{L}\p{M}]+)+/gu;
/** A folded name consists of letters. */
const LETTERS = /\p{L}+/gu;
/** The number of keys that are looked up at once. */
const STEP = 20_000;
const UNICODE_ESCAPES: Decoder = {
  pattern: /\\u([0-9a-f]{4})/gi,
  read: ({ 1: code = '' }) => String.fromCharCode(parseInt(code, 16)),
};
const ANY_LANGUAGE_DAY = /^\d{1,4}(?:\D|$)/;

/** Returns the part of a folded word that keys contain. */
export const cut = (folded: string): string => folded.slice(0, LONGEST_WORD);

/** Returns a folded word, and the same without a genitive s. */
function stemsOf(folded: string): string[] {
  const stem = folded.length > 2 && folded.endsWith('s') ? folded.slice(0, -1) : undefined;
  return stem === undefined ? [folded] : [folded, stem];
}

const namesOf = (folded: string): string[] => stemsOf(folded).map((word) => keyOf('name', cut(word)));

/** Returns the `form` keys that one or two adjacent folded words may belong to. */
function formsOf(first: string, second?: string): string[] {
  if (second === undefined) return stemsOf(first).map((word) => keyOf('form', cut(word)));
  return stemsOf(second).map((word) => keyOf('form', `${cut(first)} ${cut(word)}`));
}

/** What a text is searched for: values that were found in it, of all kinds. */
export interface TextToLookUp {
  text: string;
  spans?: readonly Pick<Span, 'start' | 'end' | 'type' | 'canonical'>[];
}

/** Keys of texts of any length; only a few at a time are in memory. */
class KeysInSteps {
  readonly step = new Set<string>();
  /** Letters of addresses, after their keys were added */
  readonly letters = new Set<string>();

  constructor(
    private readonly slice: TimeSlice,
    private readonly read: (keys: readonly string[]) => Promise<void>,
  ) {}

  /** Yields to other work, and reads the keys if they are many. */
  async rest(): Promise<void> {
    if (this.slice.isOver) await this.slice.next();
    if (this.step.size >= STEP) await this.end();
  }

  async end(): Promise<void> {
    const keys = [...this.step];
    this.step.clear();
    await this.read(keys);
  }
}

/**
 * Finds the keys of texts: those of all records that may take part in hiding or restoring them.
 *
 * @param read receives them in steps; a key may be in several
 */
export async function readKeysOfTexts(
  texts: readonly TextToLookUp[],
  slice: TimeSlice,
  read: (keys: readonly string[]) => Promise<void>,
): Promise<void> {
  const keys = new KeysInSteps(slice, read);
  keys.step.add(keyOf('wordless'));
  for (const { text, spans = [] } of texts) {
    const sources = new Set([
      text,
      (await ReadableText.read(text, slice)).text,
      (await decode(UNICODE_ESCAPES, text, slice))?.text ?? text,
    ]);
    for (const source of sources) await addKeysOfWords(keys, source);
    for (const { start, end, type, canonical } of spans) {
      const written = readingOf(text.slice(start, end));
      keys.step.add(
        keyOf('value', `${type} ${canonical ?? (type === 'Emails' ? written.toLowerCase() : written)}`),
      );
      if (type === 'Emails') await addKeysOfAddress(keys, written);
      await keys.rest();
    }
  }
  await keys.end();
}

/** A word of a text, as keys contain it. */
interface FoldedWord extends Word {
  folded: string;
  digits: number;
}

async function addKeysOfWords(keys: KeysInSteps, text: string): Promise<void> {
  const { step } = keys;
  const ahead: FoldedWord[] = [];
  for (const word of wordsOf(text)) {
    const folded = fold(word.text);
    ahead.push({ ...word, folded, digits: /\d/.test(folded) ? digitsOf(folded).length : 0 });
    if (ahead.length === MOST_WORDS_OF_CODE) {
      addKeysOfWord(step, text, ahead);
      ahead.shift();
    }
    await keys.rest();
  }
  for (; ahead.length > 0; ahead.shift()) addKeysOfWord(step, text, ahead);
  for (const { 0: word } of matchesOf(JOINED, text)) {
    for (const key of namesOf(fold(word))) step.add(key);
    await keys.rest();
  }
  for (const { 1: label = '', 2: number = '' } of matchesOf(PLACEHOLDER, text)) {
    step.add(keyOf('label', `${label.toUpperCase()}_${number}`));
    await keys.rest();
  }
}

/** Adds the keys of the first word, alone and with the words after it. */
function addKeysOfWord(step: Set<string>, text: string, words: readonly FoldedWord[]): void {
  const [first, next] = words;
  if (!first) return;
  const { start, folded } = first;
  for (const key of [...namesOf(folded), ...formsOf(folded)]) step.add(key);
  if (next) for (const key of formsOf(folded, next.folded)) step.add(key);
  if (first.digits > 0 || folded.length <= 2) addCodes(step, words);
  if (ANY_LANGUAGE_DAY.test(folded) || monthOf(folded) !== undefined) {
    const date = readDateAt(text, start);
    if (date) step.add(keyOf('day', date.iso));
  }
}

/** Adds the numbers that begin with the first word, in any grouping. */
function addCodes(step: Set<string>, words: readonly FoldedWord[]): void {
  let code = '';
  let count = 0;
  for (const { folded, digits } of words) {
    code += folded;
    count += digits;
    if (code.length > MOST_OF_CODE) return;
    if (code.length >= FEWEST_OF_CODE && count >= FEWEST_DIGITS) step.add(keyOf('code', code));
  }
}

/** Adds the names that an address may contain anywhere, and its domain. */
async function addKeysOfAddress(keys: KeysInSteps, address: string): Promise<void> {
  const { step, letters: known } = keys;
  for (const { 0: letters } of matchesOf(LETTERS, fold(address))) {
    if (known.has(letters)) continue;
    known.add(letters);
    for (let start = 0; start < letters.length; start += 1) {
      const longest = Math.min(LONGEST_WORD, letters.length - start);
      for (let length = SHORTEST_INSIDE; length <= longest; length += 1)
        step.add(keyOf('name', letters.slice(start, start + length)));
      await keys.rest();
    }
  }
  step.add(keyOf('domain', domainOf(address)));
}

/** Returns the domain of an e-mail address in lower case. */
export const domainOf = (address: string): string => (address.split('@')[1] ?? '').toLowerCase();

/** Returns the keys of an entity with the parts of its names. */
export function keysOfEntity(table: EntityTable, entity: Entity, parts: readonly NamePart[]): string[] {
  const keys = new Set<string>();
  const add = (added: readonly string[]): void => added.forEach((key) => keys.add(key));
  const { type, canonical, person, forms } = entity;
  if (canonical !== undefined) keys.add(keyOf('value', `${type} ${canonical}`));
  for (const word of [...(person?.given ?? []), ...(person?.family ?? [])]) add(namesOf(word));
  if (person) add(keysOfPerson(person));
  for (const { original, surrogate } of parts)
    add([original, surrogate].flatMap((word) => namesOf(fold(word))));
  for (const form of forms) {
    const { original, replacement } = form;
    const reading = readingOf(original);
    const placeholder = placeholderOf(replacement);
    const originals = new Set([original, reading, ...readAlsoAs(type, reading)]);
    const replacements = placeholder
      ? []
      : [replacement, ...shortened(type, form).map((short) => short.replacement)];
    for (const written of [...originals, ...replacements]) add(keysOfForm(type, written, canonical));
    if (placeholder) keys.add(keyOf('label', placeholder.replace(/(?<![A-Z])[A-Z]+$/, '')));
    if (type === 'Names')
      for (const written of [original, reading, ...replacements])
        for (const { text } of wordsOf(written)) add(namesOf(fold(text)));
    for (const { text } of wordsOf(reading)) if (isTaking(text)) keys.add(keyOf('taken', cut(fold(text))));
    if (!placeholder) keys.add(keyOf('whole', replacement.toLowerCase()));
    if (!placeholder && isNamed(type)) keys.add(keyOf('taken', cut(fold(nameOf(type, replacement)))));
    if (!placeholder && isDate(entity) && canonical !== undefined) {
      const day = daysAfter(canonical, table.movedDays);
      if (day !== undefined) keys.add(keyOf('day', day));
    }
  }
  return [...keys];
}

/** Returns the keys of a person by first and last name in both orders, and with the initial. */
function keysOfPerson({ given: [given], family }: Person): string[] {
  const last = family.at(-1);
  if (given === undefined || last === undefined) return [];
  return [given, given.charAt(0)].flatMap((first) => [...formsOf(first, last), ...formsOf(last, first)]);
}

/** Returns whether a surrogate name must not equal this word of an original. */
const isTaking = (word: string): boolean => /^[\p{L}\p{M}]{3,}$/u.test(word);

/** Returns the keys of one spelling of a value or of its replacement. */
function keysOfForm(type: EntityType, written: string, canonical: string | undefined): string[] {
  const words = [...wordsOf(written)].map(({ text }) => fold(text));
  const [first, second] = wordsOfForm(type, words);
  if (first === undefined) return written === '' ? [] : [keyOf('wordless')];
  const code = words.join('');
  const isCode =
    code.length >= FEWEST_OF_CODE &&
    code.length <= MOST_OF_CODE &&
    words.length <= MOST_WORDS_OF_CODE &&
    digitsOf(code).length >= FEWEST_DIGITS;
  if (!GROUPED.has(type) || !isCode || (!/\d/.test(first) && first.length > 2)) {
    const form = formsOf(first, second);
    return type === 'Phone' ? [...form, ...codesOfPhone(written, canonical)] : form;
  }
  return [keyOf('code', code), ...(type === 'Phone' ? codesOfPhone(written, canonical) : [])];
}

/** Returns the one or two adjacent words of a value for its key. Values with other words have other keys if possible. */
function wordsOfForm(type: EntityType, words: readonly string[]): readonly string[] {
  if (type === 'IpAddresses') return words.slice(-2);
  if (type !== 'Urls') return words;
  // URLs of one site have its name in common, and surrogates their domain. Numbers and long words are rarer.
  const own = words.filter((word, at) => at > 1 || !/^(?:https?|www)$/.test(word));
  const pairs = own.slice(1).map((word, at) => [own[at]!, word]);
  const rarity = (pair: readonly string[]): number =>
    pair.join('').length + (/\d/.test(pair.join('')) ? LONGEST_WORD * 2 : 0);
  return pairs.reduce<readonly string[]>(
    (rarest, pair) => (rarity(pair) >= rarity(rarest) ? pair : rarest),
    pairs[0] ?? own,
  );
}

const codesOfPhone = (written: string, canonical: string | undefined): string[] =>
  phoneSpellings(written, canonical?.startsWith('+') ? canonical : undefined)
    .filter(({ length }) => length >= FEWEST_OF_CODE)
    .map((digits) => keyOf('code', digits));

/** Returns the keys of a domain record. */
export const keysOfDomain = (original: string, surrogate: string): string[] => [
  keyOf('domain', original),
  keyOf('reserved', surrogate),
];
