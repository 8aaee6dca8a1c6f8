import type { Range } from '../../../text/spans/ranges';
import type { Announcement } from '../cues/announcements';

/** National numbers: digits in groups, a few letters among them (`2772 A 00`, `ag. 1877 op. 013`). */
const NUMBER = /\d(?:[ \u00a0./–-]{0,3}\d|[ -]?[A-Z](?=[ -]?\d)){4,33}/uy;
/** The text between a word for an account and its number: bank, owner, branch, on one line. */
const LEAD = /[^\d\n]{0,40}?(?=\d)/uy;
/** A number after the word IBAN with another length: mistyped or abbreviated. */
export const CALLED_IBAN = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){2,8}(?![\p{L}\p{N}])/uy;
const FEWEST_DIGITS = 5;
const FEWEST_APART = 6;
const MOST_DIGITS = 30;
/** A code of a bank or a branch. */
export const BANK_CODE = /[A-Z]{0,4}\d(?:[ \u00a0./–-]?\d){2,10}(?![\p{L}\p{N}])/uy;
/** ISO 9362. A BIC of only letters may be a word, so it needs a word that announces it. */
export const BIC = /[A-Z]{4}[ ]?[A-Z]{2}[ ]?[A-Z0-9]{2}(?:[ ]?[A-Z0-9]{3})?(?![\p{L}\p{N}])/uy;
const DATE = /^\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}(?!\d)|^(?:19|20)\d{2}-\d{2}(?!\d)/;
/** A telephone number in groups. */
const PHONE = /^0\d{2,4}[ /-]\d{3}(?!\d)/;
const AMOUNT = /^\d{1,3}(?:[. ]?\d{3})*[.,]\d{2}(?!\d)|^\d+\s?(?:€|EUR|zł|PLN|USD|GBP|CHF|%)/u;

/** Returns a number without blanks and signs, in capitals. */
export const compact = (written: string): string => written.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();

/** Returns the national number of an announced account. */
export function accountAt(text: string, { start, limit, by }: Announcement): Range | undefined {
  LEAD.lastIndex = start;
  const lead = by === 'field' ? '' : (LEAD.exec(text)?.[0] ?? '');
  if (/[.!?]\s|[;|@/`+]/.test(lead)) return undefined;
  const from = start + lead.length;
  NUMBER.lastIndex = from;
  const written = NUMBER.exec(text)?.[0] ?? '';
  const after = text.slice(from, from + 24);
  const digits = written.match(/\d/g)?.length ?? 0;
  const fewest = lead === '' ? FEWEST_DIGITS : FEWEST_APART;
  const end = from + written.length;
  if (
    digits < fewest ||
    digits > MOST_DIGITS ||
    end > limit ||
    DATE.test(after) ||
    AMOUNT.test(after) ||
    (lead !== '' && PHONE.test(after))
  )
    return undefined;
  if (/^[\p{L}\p{N}@_]|^[.,:]\d/u.test(text.slice(end, end + 2))) return undefined;
  return { start: from, end };
}
