import { fold } from '../../lexicon/fold';
import { FIELD_KINDS, type FieldKind, LONGEST_FIELD } from '../../lexicon/language-kinds';
import { fieldWords } from '../../lexicon/languages';
import type { Field } from './field';

const LONGEST_KEY = 64;
const MOST_WORDS = 8;

/** The precedence of kinds if a key contains words of several: "phone bill", "customer number", "contact e-mail". */
const ORDER: readonly FieldKind[] = [
  'property',
  'reference',
  'account',
  'birthdate',
  'date',
  'amount',
  'postcode',
  'houseNumber',
  'email',
  'extension',
  'phone',
  'firstName',
  'lastName',
  'fullName',
];

/** Parts of addresses. They are also part of a person's address: "customer address". */
const ADDRESS_KINDS = ['street', 'address', 'city'] as const satisfies readonly FieldKind[];

const phrases = new Map<string, FieldKind[]>();
for (const kind of FIELD_KINDS) {
  for (const phrase of fieldWords(kind)) {
    for (const key of new Set([phrase, phrase.replaceAll(' ', '')])) {
      const kinds = phrases.get(key) ?? [];
      if (!kinds.includes(kind)) phrases.set(key, [...kinds, kind]);
    }
  }
}

/**
 * Returns the kinds that the words of a key indicate, in order, in any of eight languages: `customer_phone`,
 * `customerPhone`, "Telefon (privat)", "N° de téléphone". Empty if no word is known.
 */
export function kindsOfKey(key: string): readonly FieldKind[] {
  return key.length > LONGEST_KEY ? [] : readKinds(wordsOfKey(key));
}

/**
 * Returns the one kind that a key's words indicate, without its context.
 *
 * @param kinds the kinds that its words indicate
 */
export function kindOfKey(key: string, kinds = kindsOfKey(key)): FieldKind | undefined {
  const first = ORDER.find((kind) => kinds.includes(kind));
  if (first) return first;
  const numbered = /(?:^|[^\p{L}])(?:num(?:ber|mer|ero)?|nr|no|id)$/iu.test(fold(key));
  const isOf = (kind: FieldKind): boolean => kinds.includes(kind);
  if (numbered && (isOf('person') || isOf('actor') || isOf('organization') || isOf('thing')))
    return 'reference';
  const address = ADDRESS_KINDS.find((part) => isOf(part));
  if (address && !isOf('thing')) return address;
  if (isOf('person') && !isOf('thing') && !(isOf('organization') && isOf('name'))) {
    return isOf('name') ? 'fullName' : 'person';
  }
  if (isOf('actor') && isOf('name')) return 'fullName';
  if (isOf('thing')) return 'thing';
  if (isOf('place')) return 'place';
  if (isOf('organization')) return 'organization';
  return kinds.find((kind) => kind !== 'neutral') ?? kinds[0];
}

/** Splits `customerPhone2` into `customer`, `phone`: folded, without digits and signs. */
function wordsOfKey(key: string): string[] {
  const apart = key
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{M}]+/u);
  return apart
    .filter((word) => word !== '')
    .map(fold)
    .slice(0, MOST_WORDS);
}

function readKinds(words: readonly string[]): FieldKind[] {
  const kinds: FieldKind[] = [];
  for (let at = 0; at < words.length;) {
    const { length, found } = longestPhrase(words, at);
    kinds.push(...found);
    at += length;
  }
  return kinds;
}

function longestPhrase(
  words: readonly string[],
  at: number,
): { length: number; found: readonly FieldKind[] } {
  for (let length = Math.min(LONGEST_FIELD, words.length - at); length > 0; length -= 1) {
    const found = phrases.get(words.slice(at, at + length).join(' '));
    if (found) return { length, found };
  }
  return { length: 1, found: compound(words[at] ?? '') };
}

/** Splits a plural, or two words in one: "kundentelefon", "customername". */
function compound(word: string): readonly FieldKind[] {
  const singular = word.endsWith('s') ? phrases.get(word.slice(0, -1)) : undefined;
  if (singular) return singular;
  for (let cut = 3; cut <= word.length - 2; cut += 1) {
    const first = phrases.get(word.slice(0, cut)) ?? phrases.get(word.slice(0, cut).replace(/[sn]$/, ''));
    const second = phrases.get(word.slice(cut));
    if (first && second) return [...first, ...second];
  }
  return [];
}

/** More heads than this add no information. */
const MOST_SIBLINGS = 60;

const PERSONAL = new Set<FieldKind | undefined>([
  'firstName',
  'lastName',
  'phone',
  'email',
  'street',
  'address',
  'birthdate',
  'personal',
]);

/** The fields next to a name: those of a person, those of a thing, or neither. */
type Company = 'person' | 'thing' | 'unknown';

/** Heads of columns and keys for the first of two adjacent parts of a name. */
const FIRST = new Set(['first', 'given']);
const LAST = new Set(['last', 'family']);

/** Returns whether these keys or heads are the two parts of a name: "last,first". */
export function nameParts(keys: readonly string[]): boolean {
  const folded = keys.slice(0, MOST_SIBLINGS).map(fold);
  return folded.some((key) => FIRST.has(key)) && folded.some((key) => LAST.has(key));
}

/** Kinds with names that are not a person's. */
const NAMED_KINDS = new Set<FieldKind>(['thing', 'organization', 'place', 'city', 'street', 'reference']);

interface KeyKinds {
  all: readonly FieldKind[];
  one: FieldKind | undefined;
}

/** Returns the kinds of the fields of one text. Reads each key once, because all rows of a table have the same keys. */
export class FieldKinds {
  private readonly keys = new Map<string, KeyKinds>();
  private readonly companies = new Map<readonly string[], Company>();

  /**
   * Returns the kind that the names of a field indicate. A `name` without a known subject is not decided. "value", "number"
   * and the like take their meaning from the outer name.
   */
  of({ path, siblings }: Field): FieldKind | undefined {
    const kinds = path.map((key) => this.ofKey(key).one);
    let kind = kinds.pop();
    while (
      (kind === 'neutral' || kind === undefined) &&
      this.isNeutral(path[kinds.length] ?? '') &&
      kinds.length > 0
    )
      kind = kinds.pop();
    const part = this.partOfName(path.slice(0, kinds.length + 1), kind, siblings);
    if (part) return part;
    if (kind !== 'name') return kind;
    const around = kinds.findLast((outer) => outer !== undefined && outer !== 'neutral');
    if (around === 'person') return 'fullName';
    if (around !== undefined && NAMED_KINDS.has(around)) return around;
    const company = this.companyOf(siblings);
    return company === 'person' ? 'fullName' : company === 'thing' ? 'thing' : 'name';
  }

  private ofKey(key: string): KeyKinds {
    const known = this.keys.get(key);
    if (known) return known;
    const all = kindsOfKey(key);
    const kinds = { all, one: kindOfKey(key, all) };
    this.keys.set(key, kinds);
    return kinds;
  }

  private isNeutral(key: string): boolean {
    return key === '' || this.ofKey(key).one === 'neutral';
  }

  /**
   * Resolves `first` next to `last`, `given` inside a name, and a name next to a first name, which is a last name:
   * "Name;Vorname", "nom;prénom".
   */
  private partOfName(
    path: readonly string[],
    kind: FieldKind | undefined,
    siblings: readonly string[],
  ): FieldKind | undefined {
    const key = fold(path.at(-1) ?? '');
    const near = siblings.slice(0, MOST_SIBLINGS);
    const [isFirst, isLast] = [FIRST.has(key), LAST.has(key)];
    if (key === 'middle' && nameParts(near)) return 'firstName';
    if (isFirst || isLast) {
      const others = isFirst ? LAST : FIRST;
      const isInName = this.ofKey(path.at(-2) ?? '').one === 'name';
      if (isInName || near.some((other) => others.has(fold(other))))
        return isFirst ? 'firstName' : 'lastName';
    }
    return kind === 'name' && near.some((other) => this.ofKey(other).one === 'firstName')
      ? 'lastName'
      : undefined;
  }

  private companyOf(siblings: readonly string[]): Company {
    let company = this.companies.get(siblings);
    if (!company) this.companies.set(siblings, (company = this.readCompany(siblings)));
    return company;
  }

  private readCompany(siblings: readonly string[]): Company {
    const keys = siblings.slice(0, MOST_SIBLINGS).map((key) => this.ofKey(key));
    const personal = keys.filter(({ one }) => PERSONAL.has(one)).length;
    const things = keys.filter(({ all }) => all.some((kind) => kind === 'amount' || kind === 'thing')).length;
    return personal > things ? 'person' : things > 0 ? 'thing' : 'unknown';
  }
}
