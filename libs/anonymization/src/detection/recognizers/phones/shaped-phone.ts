import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import { digitsOf } from '../../../text/phone-digits';

/** Regions in addition to those of a language in which numbers have a national prefix or an area in brackets. */
const WORLD: readonly string[] =
  'DE GB US FR IT ES NL PL PT AT CH BE LU IE AU NZ ZA IN TR BR MX AR RU UA CZ SE DK NO FI GR RO HU IL JP KR'.split(
    ' ',
  );

/**
 * A number with a national prefix: area, and the subscriber in one block or in several short ones. Also finds numbers in
 * lists and table rows such as "030/1234567, 040/7654321", which libphonenumber's finder rejects as one long run.
 */
const TRUNK =
  /(?<![\d+,.]|[\p{L}\d][-_/])\(?0\d{1,5}\)?[ \u00a0]?[ \u00a0/.–-][ \u00a0]?(?:\d{5,9}|\d{1,4}(?:[ \u00a0.-]\d{2,4}){1,4})(?:-\d{1,5})?(?![\d\p{L}_]|[.,:]\d)/gu;
/** A layout that no other number has: 06 39 98 12 34. */
const PAIRS = /^0\d([ \u00a0.-])\d\d(?:\1\d\d){3}$/;
/** An area in brackets: (11) 98765-4321, 8 (912) 345-67-89. */
const BRACKETS =
  /(?<![\d\p{L}+])(?:[78][ -]?)?\(\d{2,4}\)[ \u00a0-]?\d{2,5}(?:[ \u00a0-]\d{2,4}){1,3}(?![\d\p{L}_]|[.,:]\d)/gu;
/**
 * Spain's 910 00 41 88, Latin America's 11 5555-0188, and bare mobile numbers of Britain, France and the Netherlands.
 */
const GROUPED =
  /(?<![\d\p{L}+,./-])(?:[6-9]\d{2}(?: \d{2}){3}|[1-9]\d \d{4}-\d{4}|0[67]\d{8}|07[1-9]\d{8})(?![\d\p{L}_]|[.,:/-]\d)/gu;
/** North America: 212-265-1040, (212) 265-1040, 2122651040 */
const NORTH_AMERICAN =
  /(?<![\d+])(?:(?:1[-. ])?(?:\(\d{3}\)[ .-]?|\d{3}[-. ])\d{3}[-. ]\d{4}|[2-9]\d{9})(?!\d)/g;
const SIGNED = /^(?:1[-. ])?(?:\(\d{3}\)[ .-]?|\d{3}([-.]))\d{3}[-.]\d{4}$/;
/** With a country code, even if digits are missing. */
const INTERNATIONAL =
  /(?<![\p{L}\p{N}+])(?:\+ ?|\(\+|00 ?|011 )[1-9]\d{0,3}\)?(?:[ \u00a0]?\(0\))?(?:[ \u00a0]{0,2}[./–-]?[ \u00a0]?\(?\d\)?){4,14}(?![\d\p{L}])/gu;

const FEWEST_WITH_TRUNK = 8;
const FEWEST_WITH_CODE = 7;

/** Finds candidates with the layout of a telephone number of any region. */
export function findShapedNumbers(text: string, regions: readonly string[]): Range[] {
  return [
    ...placesOf(INTERNATIONAL, text, isInternational),
    ...placesOf(TRUNK, text, (written) => isWithTrunk(written, regions)),
    ...placesOf(GROUPED, text, () => true),
    ...placesOf(BRACKETS, text, (written) => isInBrackets(written, regions)),
    ...placesOf(NORTH_AMERICAN, text, (written) => isNorthAmerican(written, regions)),
  ];
}

function placesOf(shape: RegExp, text: string, isNumber: (written: string) => boolean): Range[] {
  return [...matchesOf(shape, text)].flatMap(({ 0: found, index }) => {
    const written = found.includes('(') ? found.replace(/\($/, '') : found.replace(/\)$/, '');
    return isNumber(written) ? [{ start: index, end: index + written.length }] : [];
  });
}

/** Returns whether it is valid in the region, or has the length and the separators of a valid number. */
function isNorthAmerican(written: string, regions: readonly string[]): boolean {
  return (
    isValidAnywhere(written, regions) ||
    (SIGNED.test(written) && regions.some((region) => isPossible(written, region)))
  );
}

/**
 * Returns whether it is international. With a plus, only the country must be known; with two zeros, the length must be
 * valid.
 */
function isInternational(written: string): boolean {
  const plain = written.replace(/^\(/, '').replace(/^(?:00 ?|011 )/, '+');
  const parsed = parsePhoneNumberFromString(plain);
  if (!parsed || digitsOf(plain).length < FEWEST_WITH_CODE) return false;
  return written.includes('+') || parsed.isPossible();
}

/** Accepts the layout (ddd) ddd-dddd, also with fictional areas and exchanges. */
function isInBrackets(written: string, regions: readonly string[]): boolean {
  return /^\(\d{3}\) ?\d{3}[- ]\d{4}$/.test(written) || isValidAnywhere(written, [...regions, ...WORLD]);
}

function isWithTrunk(written: string, regions: readonly string[]): boolean {
  const digits = digitsOf(written).length;
  if (digits < FEWEST_WITH_TRUNK || digits > 13) return false;
  if (PAIRS.test(written) || isValidAnywhere(written, [...regions, ...WORLD])) return true;
  return digits >= 10 && regions.some((region) => isPossible(written, region));
}

const isValidAnywhere = (written: string, regions: readonly string[]): boolean =>
  regions.some((region) => parsePhoneNumberFromString(written, region as CountryCode)?.isValid() === true);

const isPossible = (written: string, region: string): boolean =>
  parsePhoneNumberFromString(written, region as CountryCode)?.isPossible() === true;
