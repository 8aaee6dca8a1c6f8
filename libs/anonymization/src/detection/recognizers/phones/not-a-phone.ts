import type { FieldKind } from '../../../lexicon/language-kinds';
import { spellingsOf } from '../../../lexicon/fold';
import { fieldWords } from '../../../lexicon/languages';
import { byStart } from '../../../text/spans/ranges';
import type { Field } from '../../../text/structure/field';
import { kindOfKey, kindsOfKey } from '../../../text/structure/field-kinds';
import type { SearchedText } from '../../searched-text';

/**
 * Runs of digits that are not telephone numbers. Each pattern is bounded. A look-around prevents matches inside a longer
 * run.
 */
const MONTH =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|m(?:ar(?:ch)?|ärz)|apr(?:il)?|ma[iy]|june?|juni|july?|juli|aug(?:ust)?|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)';

const DATES: readonly RegExp[] = [
  /(?<!\d)(?:19|20)\d{2}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d|[./-]\d)/gu,
  /(?<!\d)(?<!\d[./-])(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d{2}(?!\d|[./-]\d)/gu,
];

const PATTERNS: readonly RegExp[] = [
  // URLs and paths with digits: the scheme and everything up to a blank (except tel: and wa.me)
  /\b(?:https?|ftp|file|s3|ssh|git):\/\/(?!wa\.me\/)[^\s<>"]{1,2000}|\bwww\.[^\s<>"]{1,2000}/giu,
  // UUIDs, hashes and other identifiers that mix letters and digits, with or without hyphens
  /(?<![\p{L}\p{N}])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}_])(?=[\p{N}_]{0,40}\p{L})(?=[\p{L}_]{0,40}\p{N})(?!(?:tel|fax|ph|mob)\d)[\p{L}\p{N}_]{6,400}(?![\p{L}\p{N}_])/giu,
  // ISO 13616: IBAN, in one run or in groups
  /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[\dA-Z]{4}){2,7}(?:[ -]?[\dA-Z]{1,4})?(?![\p{L}\p{N}])/gu,
  // payment cards: four groups of four, or American Express' 4-6-5
  /(?<![\d.,-])(?:\d{4}[ -]){3}\d{4}(?![\d-])|(?<![\d.,-])3\d{3}[ -]\d{6}[ -]\d{5}(?![\d-])/gu,
  // social security numbers of the United States; months of two years: 04/2018 – 09/2021
  /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/gu,
  /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:19|20)\d{2}\s?[–-]\s?(?:0?[1-9]|1[0-2])\/(?:19|20)\d{2}(?!\d)/gu,
  // IPv4 with a port or a mask, versions with four parts
  /(?<![\d.])(?!0\d)\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?(?![\d]|\.\d)/gu,
  // dates and times: 2026-11-21T10:15:00+0100, 21.11.2026, 11/21/26, 21. November 2026, 10:15:00
  /(?<!\d)(?:19|20)\d{2}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:[T _-]\d{1,2}[:.]?\d{2}(?:[:.]?\d{2})?(?:[.,]\d{1,9})?(?:\s?(?:Z|[+-]\d{2}:?\d{2}))?)?(?!\d)/gu,
  /(?<![\d])(?:0?[1-9]|[12]\d|3[01])([./-])\s?(?:0?[1-9]|[12]\d|3[01])\1\s?(?:(?:19|20)\d{2}|\d{2})(?!\d|[./-]\d)/gu,
  new RegExp(`(?<!\\d)(?:0?[1-9]|[12]\\d|3[01])\\.?[ -]${MONTH}\\.?[ -,]{0,2}(?:19|20)\\d{2}(?!\\d)`, 'giu'),
  new RegExp(`\\b${MONTH}\\.? (?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?,? (?:19|20)\\d{2}(?!\\d)`, 'giu'),
  /(?<![\d:]|\d[.,/-])(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d)?(?:[.,]\d{1,6})?\s?(?:Uhr|[ap]\.?m\.?|h)?(?: [+-]\d{4}(?: (?:19|20)\d{2})?)?(?![\d:]|[./-]\d)/giu,
  // ranges of years: 1998-2004, 2019/2020
  /(?<![\d.])(?:1[5-9]|20)\d{2}\s?[-–/]\s?(?:1[5-9]|20)\d{2}(?![\d])/gu,
  // numbered and dated: 492/2011, 12 O 345/16, not within groups of digits; Brazilian tax numbers; patents
  /(?<![\d/.-]|\d )[1-9]\d{0,4}\/(?:(?:19|20)\d{2}|\d{2})(?![\d/-]| \d\d)/gu,
  /(?<!\d)\d{3}\.\d{3}\.\d{3}[-/]\d{2,4}(?:-\d{1,2})?(?!\d)|(?<!\d)\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}(?!\d)/gu,
  /\b(?:EP|DE|US|WO|GB|FR|JP|AT|CH)\s?\d[\d ]{4,14}\s?[ABCUT]\d?\b/gu,
  // enterprises of Belgium
  /\bBE\s?[01]\d{3}\.\d{3}\.\d{3}(?![\d.])/gu,
  // ISBN and ISSN
  /\bIS[BS]N(?:-1[03])?:?\s?[\dX](?:[\dX -]{6,16})[\dX](?!\d)/giu,
  // prices and quantities: 1.234.567,89; 1,234.56; 12 000 €; USD 1234567
  /(?<![\d.,/-])\d{1,3}(?:[.,' ’]\d{3})+(?:[.,]\d{1,2})?(?=\s?(?:€|£|\$|%|EUR|USD|CHF|GBP|Euro|Dollar|Mio|Mrd|Million|Milliard|km|kg|m²|Stück|Einheiten|Einwohner|pieces|people))/giu,
  /(?<![\d.,/-])(?!0\d)\d{1,3}(?:([.,])\d{3})(?:\1\d{3}){0,4}(?:(?!\1)[.,]\d{1,4})?(?![\d]|[.,/-]\d)/gu,
  /(?:€|£|\$|\b(?:EUR|USD|CHF|GBP))\s?\d[\d.,' ’]{0,20}/giu,
  /(?<![\d.,/-])\d+(?:[.,]\d+)?(?=\s?(?:€|£|\$|%|EUR\b|USD\b|CHF\b|GBP\b|Euro\b|Dollar))/giu,
  // numbers with a decimal point, as in coordinates; an area code has a zero before other digits
  /(?<![\d.])-?(?!0\d)\d{1,3}\.\d{4,20}(?![\d.])/gu,
];

/** Words directly before a number that mean another kind, in eight languages: order, invoice, account, postcode ... */
const OTHER_WORDS = ['reference', 'account', 'postcode'] as const;
const MORE_WORDS =
  'client member case item article part policy contract flight room version rev build issue page error code pid account acct zip konto'.split(
    ' ',
  );
const WORDS = OTHER_WORDS.flatMap(fieldWords).concat(MORE_WORDS);
/** The words that a number always follows, unlike "Bestellung: 030/1234567". */
const NUMBERED_WORDS = WORDS.filter(
  (word) => word.length <= 5 || /(?:n[ru]m[\w ]*|nr|no|zeichen)$/.test(word),
);
const LEADING =
  '(?:(?:number|num|no|nr|nummer|numero|número|numer|id|code|is|ist|lautet|was|war|est|es|è|é|to|de la|de|du|n°|nº)\\b)';
const announcing = (words: readonly string[], leading: string): RegExp => {
  const spelled = [...new Set(words)].map((word) => spellingsOf(word)).join('|');
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${spelled})(?:[ .:#'"=°º-]{1,4}${LEADING})${leading}[ .:#'"=°º-]{0,4}$`,
    'iu',
  );
};
const OTHER_NUMBER = announcing(WORDS, '{0,3}');
const OTHER_NUMBERED = [announcing(NUMBERED_WORDS, '{0,3}'), announcing(WORDS, '{1,3}')];
/**
 * Area and subscriber separated as in few other numbers: 030/1234567, 0171 1234567, (030) 123 45 67, (212) 265-1040.
 */
const PARTED = /^\(?0\d{2,5}\)?(?: ?\/ ?| )\(?\d|^\(\d{3}\) ?\d{3}-\d{4}/;
/** A word for a number of anything: "Art.-Nr.", "Gerätenummer". Telephone words are excluded. */
const NUMBERED = /(?<![\p{L}\p{N}])(?<what>\p{L}{2,30})(?:\.?-?(?:nummer|nr|no)|\.[- ]Nr)\.?[ :]{0,3}$/iu;
const NO_OTHER = new Set<FieldKind | undefined>(['phone', 'extension', 'neutral']);

/** Overwrites everything by letters that only looks like a phone number. Offsets stay the same. */
export function hideOtherNumbers(text: string): string {
  return PATTERNS.reduce((rest, pattern) => rest.replace(pattern, (found) => 'x'.repeat(found.length)), text);
}

/** Overwrites complete calendar dates by letters. */
export function hideDates(text: string): string {
  return DATES.reduce((rest, pattern) => rest.replace(pattern, (found) => 'x'.repeat(found.length)), text);
}

/**
 * Returns whether the words directly before `start` announce another kind of number (order, account, postcode ...). For a
 * number in a telephone layout, the word must mean a number: "Auftragsnummer", not "Termine und Bestellung".
 */
export function isAnnouncedAsOther(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  const isParted = PARTED.test(text.slice(start, start + 16));
  const what = NUMBERED.exec(before)?.groups?.what;
  if (what !== undefined) {
    const kinds = [kindOfKey(what), kindOfKey(`${what}nummer`)];
    const isUnknown = kinds.every((kind) => kind === undefined);
    if (!kinds.some((kind) => NO_OTHER.has(kind)) && !(isParted && isUnknown)) return true;
  }
  return isParted ? OTHER_NUMBERED.some((words) => words.test(before)) : OTHER_NUMBER.test(before);
}

const OTHER_FIELDS = new Set<FieldKind | undefined>([
  'reference',
  'account',
  'date',
  'birthdate',
  'amount',
  'postcode',
  'property',
]);
const LONGEST_NUMBER = 40;
/** Shorter values of telephone fields are something else: minutes, an area code. */
const SHORTEST_NUMBER = 7;

/** Overwrites the numbers that a key, column or label identifies as something else. */
export function hideOtherFields(searched: SearchedText): string {
  const { text } = searched;
  const pieces: string[] = [];
  let position = 0;
  const others = searched.fields.filter(
    (field) =>
      field.end - field.start <= LONGEST_NUMBER &&
      OTHER_FIELDS.has(searched.kindOf(field)) &&
      isOtherNumber(field, text.slice(field.start, field.end)),
  );
  for (const { start, end } of others.toSorted(byStart)) {
    if (start < position) continue;
    pieces.push(text.slice(position, start), 'x'.repeat(end - start));
    position = end;
  }
  return pieces.join('') + text.slice(position);
}

function isOtherNumber({ path }: Field, value: string): boolean {
  if (/[\p{L}+]/u.test(value) || !/\d/.test(value)) return false;
  const key = path.at(-1) ?? '';
  if (value.length >= SHORTEST_NUMBER && kindsOfKey(key).includes('phone')) return false;
  return !PARTED.test(value) || isAnnouncedAsOther(`${key} ${value}`, key.length + 1);
}
