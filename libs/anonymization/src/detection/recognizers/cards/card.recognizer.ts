import type { Span } from '../../../spans/span';
import { digitsOf } from '../../../text/phone-digits';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import type { Announcement } from '../cues/announcements';
import { matchesInRegions } from '../cues/digit-regions';
import { isCardNumber } from './card-number';

/** 12 to 19 digits in any grouping: `4111 1111 1111 1111`, `3782-822463-10005`, `4111.1111.1111.1111`. */
const NUMBER =
  /(?<![\p{L}\p{N}+]|\d[.,:/-]|\d{2} )\d(?:[ \u00a0.·-]{0,2}\d){11,18}(?![\p{L}\p{N}]|[.,:/-]\d| \d{4})/gu;
/** Lengths that need a word for a card, because times, articles and numbered records have them too. */
const EVERYDAY_LENGTH = /^\d{12,14}$|^\d{17,19}$/;
/** Numbers after a word for a card, including mistyped, partial and masked ones (`**** 1881`). */
const ANNOUNCED =
  /[\dX*•x]{1,19}(?:[ \u00a0.·-]{1,2}[\dX*•x]{2,10}){0,5}(?![\p{L}\p{N}]|[.,:/]\d|\s?(?:€|£|\$|%|EUR|USD|CHF|zł))/uy;
const LEAD = /(?:[^\d\n]{0,40}?(?=\d))/uy;
const CODE = /\d{3,4}(?![\p{L}\p{N}]|[.,:/-]\d)/uy;
const EXPIRY = /(?:0[1-9]|1[0-2])\s?[/.-]\s?(?:20)?\d{2}(?![\p{N}/.])/uy;
/** The maximum distance of its code and its expiry date from a card number. */
const REACH = 120;
/** Expiry date and code directly after the number without a word: `4111 1111 1111 1111 08/27 123`. */
const BARE =
  /^[ \t,;|/]{1,4}(?<expiry>(?:0[1-9]|1[0-2])\/(?:20)?\d{2})(?:[ \t,;|/]{1,4}(?<code>\d{3,4}))?(?![\p{N}/])/u;

/**
 * Numbers of payment cards: by the range of their network, their length and their check digit, in any grouping. Also other
 * numbers after a word for a card, and the security code and the expiry date next to them.
 */
export class CardRecognizer extends Recognizer {
  readonly name = 'card';
  readonly finds = ['Cards'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const numbers = [
      ...numbersIn(searched),
      ...searched.announced('card').flatMap((place) => numberAt(text, place)),
    ];
    const codes = searched.announced('cardCode').flatMap((place) => valueAt(text, place, CODE));
    const expiries = searched
      .announced('cardExpiry')
      .flatMap((place) => valueAt(text, place, EXPIRY))
      .filter(({ start }) => numbers.some((number) => Math.abs(number.start - start) <= REACH));
    return [...numbers, ...codes, ...expiries, ...numbers.flatMap((number) => bareBeside(text, number.end))];
  }
}

function numbersIn({ digitRegions }: SearchedText): Span[] {
  return [...matchesInRegions(NUMBER, digitRegions)].flatMap(({ written, start: index }): Span[] => {
    const digits = digitsOf(written);
    // Ungrouped numbers of these lengths are far more often articles, times and records than cards.
    if (EVERYDAY_LENGTH.test(written) || !isCardNumber(digits) || !isGrouped(written)) return [];
    return [{ start: index, end: index + written.length, type: 'Cards', canonical: digits }];
  });
}

/** Returns whether the digits form one run, or groups of at least two digits with one kind of separator. */
function isGrouped(written: string): boolean {
  const signs = new Set(written.match(/[^\d]+/g));
  return signs.size <= 1 && written.split(/[^\d]+/).every((group) => group.length >= 2);
}

const LONGEST_LEAD = 40;
/** Characters in place of masked digits. */
const HIDDEN = /(?:\*{2,4}[ -]?){1,3}$/;
/** "card ending in 4471", in eight languages. */
const ENDING =
  /(?:ending|ends|endet|endend|eindig|final|finit|finisce|termin|dot|last)\p{L}{0,8}(?: \p{L}{1,4}){0,2}[ :*]{0,4}$/iu;

function numberAt(text: string, { start, limit, by }: Announcement): Span[] {
  const end = Math.min(limit, start + LONGEST_LEAD + 48);
  const hidden = HIDDEN.exec(text.slice(Math.max(0, start - 16), start))?.[0].length ?? 0;
  const from = by === 'field' ? start : start - hidden + (leadTo(text.slice(start, end)) ?? 0);
  ANNOUNCED.lastIndex = from;
  const written = ANNOUNCED.exec(text)?.[0].replace(/[ \u00a0.·-]+$/, '') ?? '';
  const digits = digitsOf(written);
  const isEnding = ENDING.test(text.slice(Math.max(0, start - 24), start));
  if (from + written.length > limit || !isAnnounced(written, digits, from - start, isEnding)) return [];
  const isWhole = digits.length >= 12 && digits.length === written.replace(/[^\p{L}\p{N}*•]/gu, '').length;
  const span = { start: from, end: from + written.length, type: 'Cards' as const };
  return [isWhole ? { ...span, canonical: digits } : span];
}

/**
 * Returns the length of the words before a whole number in the same phrase: "Visa Debit n° 4111 ...", "card used was
 * 4111".
 */
function leadTo(after: string): number | undefined {
  LEAD.lastIndex = 0;
  const lead = LEAD.exec(after)?.[0];
  if (lead === undefined || /[.!?]\s/.test(lead)) return undefined;
  return /^\d(?:[ \u00a0.·-]{0,2}\d){11,18}/.test(after.slice(lead.length)) ? lead.length : undefined;
}

/**
 * Returns whether it is a whole number, or the last four digits directly after the word, possibly after masked ones.
 */
function isAnnounced(written: string, digits: string, lead: number, isEnding: boolean): boolean {
  if (digits.length >= 12) return digits.length <= 19 && !/[Xx*•]/.test(written.replace(/[Xx*•]{2,}/g, ''));
  if (lead > 0 || digits.length < 4) return false;
  return /[*•X]{2}/.test(written) || (isEnding && digits.length === 4);
}

function valueAt(text: string, { start, limit }: Announcement, pattern: RegExp): Span[] {
  pattern.lastIndex = start;
  const end = start + (pattern.exec(text)?.[0].length ?? 0);
  return end > start && end <= limit ? [{ start, end, type: 'Cards' }] : [];
}

function bareBeside(text: string, end: number): Span[] {
  const groups = BARE.exec(text.slice(end, end + 24))?.groups;
  if (!groups) return [];
  return [groups.expiry, groups.code].flatMap((value): Span[] => {
    if (value === undefined) return [];
    const start = text.indexOf(value, end);
    return [{ start, end: start + value.length, type: 'Cards' }];
  });
}
