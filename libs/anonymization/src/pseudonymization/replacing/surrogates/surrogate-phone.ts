import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { FICTIONAL_NUMBERS } from '../../../../data/reserved';
import { type Entity, placeholderOf } from '../../entities/entity';
import type { EntityTable } from '../../entities/entity-table';
import { digitsOf, phoneSpellings } from '../../../text/phone-digits';
import type { TextsAtHand } from './texts-at-hand';

const MOBILE: Readonly<Record<string, RegExp>> = { DE: /^1[567]/, GB: /^7/, FR: /^[67]/ };
/** The country of numbers that match no plan: too short, mistyped, or of a new range. */
const MAIN_COUNTRY: Readonly<Record<string, string>> = { '1': 'US', '33': 'FR', '44': 'GB', '49': 'DE' };
const ATTEMPTS = 40;
/** A code that no country has and that ITU keeps unassigned. */
const NO_COUNTRY = '999';
const SHORTEST_STAND_IN = 7;

/**
 * Returns an unassigned number of the same country and kind, in the groups of `original`; `undefined` if its country reserves
 * none, all are taken, or the layout is unknown (contract: Anonymizing and restoring, rule 3).
 */
export function surrogatePhone(
  table: EntityTable,
  entity: Entity,
  original: string,
  texts: TextsAtHand,
): string | undefined {
  const number = entity.canonical === undefined ? undefined : parsePhoneNumberFromString(entity.canonical);
  const country = number?.country ?? MAIN_COUNTRY[number?.countryCallingCode ?? ''];
  if (!number || !country || number.ext) return undefined;
  const national = String(number.nationalNumber);
  const chosen = earlierChoice(entity) ?? choose(table, country, national, texts);
  const written = chosen && writeLike(original, national, chosen);
  return written && table.isFree(written, original) ? written : undefined;
}

/**
 * Returns an unassigned number with as many digits, if the country is not known; `undefined` if there are few digits.
 */
export function standInNumber(table: EntityTable, original: string, texts: TextsAtHand): string | undefined {
  const free = original.length - NO_COUNTRY.length;
  if (original.length < SHORTEST_STAND_IN || !/^\d+$/.test(original)) return undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const drawn = table.draw(10 ** Math.min(free, 9), `digits ${original} ${attempt}`);
    const digits = NO_COUNTRY + String(drawn).padStart(free, '0');
    const isTaken = table.hasNumber(digits) || texts.hasDigits(digits) || !table.isFree(digits, original);
    if (!isTaken && digits !== original) return digits;
  }
  return undefined;
}

/** Returns the national digits that this number's other forms have. */
function earlierChoice(entity: Entity): string | undefined {
  const earlier = entity.forms.find(({ replacement }) => !placeholderOf(replacement));
  if (!earlier) return undefined;
  const [, trunk] = phoneSpellings(earlier.replacement, entity.canonical);
  return trunk?.replace(/^0/, '');
}

function choose(
  table: EntityTable,
  country: string,
  national: string,
  texts: TextsAtHand,
): string | undefined {
  const ranges = FICTIONAL_NUMBERS[country];
  if (!ranges) return undefined;
  const mobile = MOBILE[country]?.test(national) === true;
  const range = mobile ? ranges.mobile : ranges.fixed;
  if (range.length === 0) return undefined;
  const sizes = sizesOf(range);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // A table has the digits as they are dialed in their country.
  const isTaken = (digits: string) =>
    table.hasNumber(digits) || table.hasNumber(`0${digits}`) || texts.hasDigits(digits);
  let first = texts.taken.get(range) ?? 0;
  if (first === total) return undefined;
  let telling: string | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const digits = numberAt(range, sizes, table.draw(total, `phone ${national} ${attempt}`));
    if (digits === national || isTaken(digits)) continue;
    if (!tellsOf(`0${digits}`, `0${national}`)) return digits;
    telling ??= digits;
  }
  if (telling !== undefined) return telling;
  while (first < total && isTaken(numberAt(range, sizes, first))) first += 1;
  texts.taken.set(range, first);
  for (let index = first; index < total; index += 1) {
    const digits = numberAt(range, sizes, index);
    if (digits !== national && !isTaken(digits)) return digits;
  }
  return undefined;
}

/**
 * Returns whether `digits` contains more than a third of the original's digits in sequence, as in numbers of one range.
 */
function tellsOf(digits: string, national: string): boolean {
  const length = Math.floor(national.length / 3) + 1;
  for (let at = 0; at + length <= national.length; at += 1)
    if (digits.includes(national.slice(at, at + length))) return true;
  return false;
}

const sizesOf = (range: readonly string[]): number[] =>
  range.map((pattern) => 10 ** (pattern.match(/#/g) ?? []).length);

/** Returns all numbers of a range, unless they are more than `most`. */
export function numbersOf(range: readonly string[], most: number): string[] {
  const sizes = sizesOf(range);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return total > most ? [] : Array.from({ length: total }, (_, index) => numberAt(range, sizes, index));
}

function numberAt(range: readonly string[], sizes: readonly number[], index: number): string {
  let rest = index;
  for (const [at, size] of sizes.entries()) {
    if (rest < size) {
      const pattern = range[at] ?? '';
      const filling = String(rest).padStart((pattern.match(/#/g) ?? []).length, '0');
      return pattern.replace(/#+/, filling);
    }
    rest -= size;
  }
  throw new Error('index beyond the fictional numbers');
}

/** Returns `original` with other national digits. Additional digits extend the last group; missing ones shorten it. */
function writeLike(original: string, national: string, chosen: string): string | undefined {
  const digits = digitsOf(original);
  const lead = digits.length - national.length;
  if (lead < 0 || lead > 6 || !digits.endsWith(national)) return undefined;
  let seen = 0;
  let written = '';
  let pending = '';
  let used = 0;
  for (const character of original) {
    const isDigit = character >= '0' && character <= '9';
    if (isDigit) seen += 1;
    if (!isDigit || seen <= lead) {
      pending += character;
      continue;
    }
    if (used >= chosen.length) continue;
    written += pending + chosen[used];
    pending = '';
    used += 1;
    if (seen === digits.length && used < chosen.length) {
      written += chosen.slice(used);
      used = chosen.length;
    }
  }
  return used === chosen.length && digitsOf(written + pending).endsWith(chosen)
    ? written + tail(pending)
    : undefined;
}

/** Returns the closing characters of the number, without the separators of removed digits. */
function tail(pending: string): string {
  return pending.replace(/(?<![\s./‐‑–-])[\s./‐‑–-]+(?=\)?$)/u, '');
}
