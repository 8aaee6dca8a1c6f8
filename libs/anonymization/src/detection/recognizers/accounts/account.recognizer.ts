import type { Range } from '../../../spans/ranges';
import type { Span } from '../../../spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import type { Announcement } from '../cues/announcements';
import { matchesInRegions } from '../cues/digit-regions';
import { ibansIn, hasIbanDigits } from './iban';

/** National numbers: digits in groups, a few letters among them (`2772 A 00`, `ag. 1877 op. 013`). */
const NUMBER = /\d(?:[ \u00a0./–-]{0,3}\d|[ -]?[A-Z](?=[ -]?\d)){4,33}/uy;
/** The text between a word for an account and its number: bank, owner, branch, on one line. */
const LEAD = /[^\d\n]{0,40}?(?=\d)/uy;
/** A number after the word IBAN with another length: mistyped or abbreviated. */
const CALLED_IBAN = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,4}){2,8}(?![\p{L}\p{N}])/uy;
const FEWEST_DIGITS = 5;
const FEWEST_APART = 6;
const MOST_DIGITS = 30;
const BANK_CODE = /[A-Z]{0,4}\d(?:[ \u00a0./–-]?\d){2,10}(?![\p{L}\p{N}])/uy;
/** ISO 9362. A BIC of only letters may be a word, so it needs a word that announces it. */
const BIC = /[A-Z]{4}[ ]?[A-Z]{2}[ ]?[A-Z0-9]{2}(?:[ ]?[A-Z0-9]{3})?(?![\p{L}\p{N}])/uy;
const BIC_BESIDE =
  /^[\s,;/()·|–-]{1,6}(?:(?:BIC|SWIFT)[\s:=]{0,3})?(?<bic>[A-Z]{6}(?=[A-Z0-9]{0,4}\d|[A-Z0-9]{2}(?:XXX)?(?![A-Z]))[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![\p{L}\p{N}])/u;
/** A sort code with its account, the only pair that needs no word before it: 40-32-18 51093377. */
const SORTED = /(?<![\p{N}/.-])\d{2}-\d{2}-\d{2}[ ,/|]{1,3}\d{8}(?![\p{N}/-]|\.\d)/gu;
/** Polish accounts are written without the country: 26 digits with the check digits of the IBAN. */
const POLISH = /(?<![\p{L}\p{N}])\d{2}(?:[ \u00a0]?\d{4}){6}(?![\p{L}\p{N}])/gu;
const DATE = /^\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}(?!\d)|^(?:19|20)\d{2}-\d{2}(?!\d)/;
/** A telephone number in groups. */
const PHONE = /^0\d{2,4}[ /-]\d{3}(?!\d)/;
const AMOUNT = /^\d{1,3}(?:[. ]?\d{3})*[.,]\d{2}(?!\d)|^\d+\s?(?:€|EUR|zł|PLN|USD|GBP|CHF|%)/u;

/**
 * Bank accounts: every IBAN with valid check digits, in any grouping, and invalid ones after the word IBAN; national
 * numbers, bank codes and BICs that a word in one of eight languages, a key or a column head announces.
 */
export class AccountRecognizer extends Recognizer {
  readonly name = 'account';
  readonly finds = ['BankAccounts'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const places = searched.announced('account');
    const ibans = ibansIn(searched).filter(({ isValid, start }) => isValid || isCalled(places, start));
    return [
      ...ibans.map(({ start, end, canonical }) => accountSpan({ start, end }, canonical)),
      ...ibans.flatMap(({ end }) => bicBeside(text, end)),
      ...places.flatMap((place) => [...codeAt(text, place, CALLED_IBAN), ...numberAt(text, place)]),
      ...searched.announced('bank').flatMap((place) => codeAt(text, place, BANK_CODE)),
      ...searched.announced('bic').flatMap((place) => codeAt(text, place, BIC)),
      ...distinctNumbers(searched),
    ];
  }
}

const accountSpan = ({ start, end }: Range, canonical: string): Span => ({
  start,
  end,
  type: 'BankAccounts',
  canonical,
});

const compact = (written: string): string => written.replace(/[^\p{L}\p{N}]+/gu, '').toUpperCase();

const REACH = 40;

/** Returns whether an account is announced directly before `start`. */
function isCalled(places: readonly Announcement[], start: number): boolean {
  return places.some((place) => place.start <= start && start - place.start <= REACH);
}

function numberAt(text: string, { start, limit, by }: Announcement): Span[] {
  LEAD.lastIndex = start;
  const lead = by === 'field' ? '' : (LEAD.exec(text)?.[0] ?? '');
  if (/[.!?]\s|[;|@/`+]/.test(lead)) return [];
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
    return [];
  if (/^[\p{L}\p{N}@_]|^[.,:]\d/u.test(text.slice(end, end + 2))) return [];
  return [accountSpan({ start: from, end }, compact(written))];
}

function codeAt(text: string, { start, limit }: Announcement, pattern: RegExp): Span[] {
  pattern.lastIndex = start;
  const written = pattern.exec(text)?.[0] ?? '';
  const end = start + written.length;
  return written === '' || end > limit ? [] : [accountSpan({ start, end }, compact(written))];
}

function bicBeside(text: string, end: number): Span[] {
  const found = BIC_BESIDE.exec(text.slice(end, end + 40));
  const bic = found?.groups?.bic;
  if (!found || bic === undefined) return [];
  const start = end + found[0].length - bic.length;
  return [accountSpan({ start, end: start + bic.length }, bic)];
}

function distinctNumbers({ digitRegions }: SearchedText): Span[] {
  const polish = [...matchesInRegions(POLISH, digitRegions)].filter(({ written }) =>
    hasIbanDigits(`PL${compact(written)}`),
  );
  return [...polish, ...matchesInRegions(SORTED, digitRegions)].map(({ written, start: index }) =>
    accountSpan({ start: index, end: index + written.length }, compact(written)),
  );
}
