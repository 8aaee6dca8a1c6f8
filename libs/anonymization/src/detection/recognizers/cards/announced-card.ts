import { digitsOf } from '../../../text/phone-digits';
import type { Announcement } from '../cues/announcements';
import type { CodeRange } from '../cues/code-at';

/** Numbers after a word for a card, including mistyped, partial and masked ones (`**** 1881`). */
const ANNOUNCED =
  /[\dX*•x]{1,19}(?:[ \u00a0.·-]{1,2}[\dX*•x]{2,10}){0,5}(?![\p{L}\p{N}]|[.,:/]\d|\s?(?:€|£|\$|%|EUR|USD|CHF|zł))/uy;
const LEAD = /(?:[^\d\n]{0,40}?(?=\d))/uy;
/** The security code of a card. */
export const CARD_CODE = /\d{3,4}(?![\p{L}\p{N}]|[.,:/-]\d)/uy;

const LONGEST_LEAD = 40;
/** Characters in place of masked digits. */
const HIDDEN = /(?:\*{2,4}[ -]?){1,3}$/;
/** "card ending in 4471", in eight languages. */
const ENDING =
  /(?:ending|ends|endet|endend|eindig|final|finit|finisce|termin|dot|last)\p{L}{0,8}(?: \p{L}{1,4}){0,2}[ :*]{0,4}$/iu;

/** Returns the number of an announced card: whole, mistyped, partial or masked. */
export function cardAt(text: string, { start, limit, by }: Announcement): CodeRange | undefined {
  const end = Math.min(limit, start + LONGEST_LEAD + 48);
  const hidden = HIDDEN.exec(text.slice(Math.max(0, start - 16), start))?.[0].length ?? 0;
  const from = by === 'field' ? start : start - hidden + (leadTo(text.slice(start, end)) ?? 0);
  ANNOUNCED.lastIndex = from;
  const written = ANNOUNCED.exec(text)?.[0].replace(/(?<![ \u00a0.·-])[ \u00a0.·-]+$/, '') ?? '';
  const digits = digitsOf(written);
  const isEnding = ENDING.test(text.slice(Math.max(0, start - 24), start));
  if (from + written.length > limit || !isAnnounced(written, digits, from - start, isEnding))
    return undefined;
  const isWhole = digits.length >= 12 && digits.length === written.replace(/[^\p{L}\p{N}*•]/gu, '').length;
  const range = { start: from, end: from + written.length };
  return isWhole ? { ...range, canonical: digits } : range;
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
