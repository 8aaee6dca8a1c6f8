import { placeholderOf, type Entity } from '../entities/entity';
import { parseStored } from '../entities/entity-table-json';
import { parseName } from '../entities/parse-name';
import { kindOf, type EntityType } from '../../kinds/kinds';
import { fold } from '../../lexicon/fold';
import type { Gender } from '../../lexicon/titles';
import { readingOf } from '../../text/readable/readable-text';
import { isDate } from '../restoring/moved-dates';
import { storedRecord, type TableRecord } from './table-in-records';

/** A value of a table, as far as it can be forgotten. */
export interface ForgettableValue {
  /** The id of its record */
  id: number;
  type: EntityType;
  /** Its longest form; the domain of e-mail addresses */
  value: string;
  /** Whether all dates of the table are moved by the same number of days as this one */
  isMovedDate: boolean;
  /** Whether it is never restored */
  isRemoved: boolean;
}

interface Known extends ForgettableValue {
  /** The folded words of each form */
  forms: readonly (readonly string[])[];
  /** The folded words of a person's name; absent for other values */
  name?: { words: readonly string[]; gender: Gender | undefined };
}

/** The number of values stored directly after a person that are looked at. */
const MOST_BESIDE = 20;
const SHORTEST_IN_ADDRESS = 4;
/** A name such as O'Brien is one word, as in `obrien@firma.de`. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ][\p{L}\p{M}]+)*/gu;
/** The name in a value that has more than the name: `Thomas Reinhardt, Hafenstraße 21`. */
const BEFORE_MORE = /^[^\d,;\n]+/;

/**
 * The values of a whole table, to find those that a person wants to have forgotten. Only what finding them needs is in
 * memory.
 */
export class ForgettableValues {
  private readonly known: Known[] = [];

  /** Adds a record; records must be added in ascending order. */
  add({ id, json }: TableRecord): void {
    const content = parseStored(storedRecord, json);
    this.known.push(
      'domain' in content ? ofDomain(id, content.domain.original) : ofEntity(id, content.entity),
    );
  }

  /**
   * Returns the values that contain `value` as whole words, also in the genitive. A name contains the words of another in any
   * order.
   */
  containing(value: string): ForgettableValue[] {
    const asked = wordsIn(value);
    if (asked.length === 0) {
      const written = value.trim();
      return this.known.filter((one) => one.value === written);
    }
    return this.known.filter(({ type, forms }) => forms.some((form) => contains(type, form, asked)));
  }

  /** Returns the values that are listed as one of `values`. */
  listedAs(values: readonly string[]): ForgettableValue[] {
    const asked = new Set(values);
    return this.known.filter(({ value }) => asked.has(value));
  }

  /**
   * Returns what else may belong to the persons in `found`: their other names, e-mail addresses with their name inside a word,
   * and the numbers and addresses that the table stored directly after a person who was found without others.
   */
  belongingTo(found: readonly ForgettableValue[]): ForgettableValue[] {
    const ids = new Set(found.map(({ id }) => id));
    const persons = this.known.filter(({ id, name }) => ids.has(id) && name);
    const belonging = new Set<number>();
    for (const { id, type, value, name } of this.known)
      if (name && persons.some((person) => mayBeOne(name, person.name!))) belonging.add(id);
      else if (type === 'Emails' && persons.some((person) => hasInside(value, person.name!.words)))
        belonging.add(id);
    for (const person of persons) for (const id of this.beside(person)) belonging.add(id);
    return this.known.filter(({ id }) => belonging.has(id) && !ids.has(id));
  }

  /**
   * Returns the ids of the personal values after a person. The names of a text are stored before its other values, so these
   * belong to none for certain if the text brought several persons.
   */
  private beside(person: Known): number[] {
    const isOwn = (one: Known | undefined): boolean => !!one?.name && mayBeOne(one.name, person.name!);
    let [before, after] = [this.known.indexOf(person) - 1, this.known.indexOf(person) + 1];
    while (isOwn(this.known[before])) before -= 1;
    while (isOwn(this.known[after])) after += 1;
    if (this.known[before]?.name || this.known[after]?.name) return [];
    const values = this.known.slice(after, after + MOST_BESIDE);
    const next = values.findIndex(({ name }) => name !== undefined);
    return values
      .slice(0, next < 0 ? undefined : next)
      .filter(({ type, isMovedDate }) => isPersonal(type) && !isMovedDate)
      .map(({ id }) => id);
  }
}

/** Returns whether names among these values are of several persons. */
export function areSeveralPersons(found: readonly ForgettableValue[]): boolean {
  const names = (found as readonly Known[]).flatMap(({ name }) => name ?? []);
  return names.some((one, at) => names.slice(at + 1).some((other) => !mayBeOne(one, other)));
}

function ofDomain(id: number, domain: string): Known {
  const forms = [wordsIn(domain)];
  return { id, type: 'Emails', value: domain, isMovedDate: false, isRemoved: false, forms };
}

function ofEntity(id: number, entity: Entity): Known {
  const { type, person, removed = false } = entity;
  const originals = entity.forms.map(({ original }) => original);
  const value = originals.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const isMovedDate = isDate(entity) && entity.forms.some(({ replacement }) => !placeholderOf(replacement));
  const words = type === 'Names' && person ? wordsOfName(value) : [];
  return {
    id,
    type,
    value,
    isMovedDate,
    isRemoved: removed,
    forms: originals.map(wordsIn),
    ...(words.length > 0 && { name: { words, gender: person?.gender } }),
  };
}

const wordsIn = (text: string): string[] => (readingOf(text).match(WORD) ?? []).map(fold);

/** Returns the folded words of a name; of a value with more than a name, those of the name at its beginning. */
function wordsOfName(value: string): string[] {
  const reading = readingOf(value);
  const name = /\d/.test(reading) ? (BEFORE_MORE.exec(reading)?.[0] ?? '') : reading;
  return parseName(name)
    .filter(({ kind }) => kind !== 'kept')
    .map(({ folded }) => folded);
}

function contains(type: EntityType, form: readonly string[], asked: readonly string[]): boolean {
  if (form.join('') === asked.join('')) return true;
  const isAt = (start: number): boolean =>
    asked.every((word, at) => start + at < form.length && isSame(form[start + at]!, word));
  if (form.some((_, start) => isAt(start))) return true;
  return (
    type === 'Names' &&
    asked.every((word) => !/\d/.test(word) && form.some((written) => isSame(written, word)))
  );
}

/** Returns whether two words are equal, apart from a genitive s. */
const isSame = (one: string, other: string): boolean =>
  one === other || one === `${other}s` || other === `${one}s`;

/** Returns whether all words of the shorter name may be words of the longer one: `T. Reinhardt` and `Thomas Reinhardt`. */
function mayBeOne(one: NonNullable<Known['name']>, other: NonNullable<Known['name']>): boolean {
  if (one.gender && other.gender && one.gender !== other.gender) return false;
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  return short.words.every((word) =>
    long.words.some((known) => isSame(word, known) || isInitial(word, known)),
  );
}

const isInitial = (one: string, other: string): boolean =>
  (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

/** Returns whether an e-mail address has a word of a name before its domain. */
function hasInside(address: string, words: readonly string[]): boolean {
  const local = fold(address.split('@')[0] ?? '');
  return words.some((word) => word.length >= SHORTEST_IN_ADDRESS && local.includes(word));
}

/** Returns whether a value of this kind beside a person may be theirs. */
const isPersonal = (type: EntityType): boolean =>
  ['contact', 'number'].includes(kindOf(type).family) ||
  ['Addresses', 'Birthdates', 'Usernames'].includes(type);
