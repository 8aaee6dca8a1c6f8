import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import type { Announcement } from '../cues/announcements';
import { matchesInRegions } from '../cues/digit-regions';
import { compact } from './announced-account';
import { ibansIn, hasIbanDigits } from './iban';

const BIC_BESIDE =
  /^[\s,;/()·|–-]{1,6}(?:(?:BIC|SWIFT)[\s:=]{0,3})?(?<bic>[A-Z]{6}(?=[A-Z0-9]{0,4}\d|[A-Z0-9]{2}(?:XXX)?(?![A-Z]))[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![\p{L}\p{N}])/u;
/** A sort code with its account, the only pair that needs no word before it: 40-32-18 51093377. */
const SORTED = /(?<![\p{N}/.-])\d{2}-\d{2}-\d{2}[ ,/|]{1,3}\d{8}(?![\p{N}/-]|\.\d)/gu;
/** Polish accounts are written without the country: 26 digits with the check digits of the IBAN. */
const POLISH = /(?<![\p{L}\p{N}])\d{2}(?:[ \u00a0]?\d{4}){6}(?![\p{L}\p{N}])/gu;
/** Argentine accounts (CBU): 22 digits with two check digits. */
const ARGENTINE = /(?<![\p{L}\p{N}])\d{8}[ ]?\d{14}(?![\p{L}\p{N}])/gu;

/**
 * Bank accounts: every IBAN with valid check digits, in any grouping, and invalid ones after the word IBAN; the
 * BIC next to an IBAN; sort codes with their accounts, Polish and Argentine accounts. Others are in `ANNOUNCED_CODES`.
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

const REACH = 40;

/** Returns whether an account is announced directly before `start`. */
function isCalled(places: readonly Announcement[], start: number): boolean {
  return places.some((place) => place.start <= start && start - place.start <= REACH);
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
  const argentine = [...matchesInRegions(ARGENTINE, digitRegions)].filter(({ written }) =>
    hasCbuDigits(compact(written)),
  );
  return [...polish, ...argentine, ...matchesInRegions(SORTED, digitRegions)].map(
    ({ written, start: index }) =>
      accountSpan({ start: index, end: index + written.length }, compact(written)),
  );
}

/** Returns whether both blocks of a CBU, bank and account, end with their check digit. */
function hasCbuDigits(digits: string): boolean {
  const blocks = [digits.slice(0, 8), digits.slice(8)];
  return (
    /[1-9]/.test(digits) && blocks.every((block) => cbuDigit(block.slice(0, -1)) === Number(block.at(-1)))
  );
}

/** Returns the check digit of a block: weights 3, 1, 7 and 9 from its end. */
function cbuDigit(block: string): number {
  const weights = [3, 1, 7, 9];
  const sum = [...block]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (weights[at % 4] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}
