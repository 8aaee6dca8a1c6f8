import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

const CALLING_CODES: ReadonlySet<string> = new Set(
  getCountries().map((country) => getCountryCallingCode(country)),
);
const E164 = /^\+[1-9]\d{6,14}$/;

/** Returns the ASCII digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]+/g, '');
}

/**
 * Returns the digits of all spellings of a number: unchanged, national, with the country code, with `00` before it.
 *
 * @param number as written
 * @param sameCountry any number of its country in E.164
 */
export function phoneSpellings(number: string, sameCountry: string | undefined): string[] {
  const digits = digitsOf(number);
  const code = sameCountry && callingCodeOf(sameCountry);
  if (!code) return [digits];
  const national = nationalDigits(number, digits, code);
  const trunk = code === '1' ? national : `0${national}`;
  // `+49 (0)30` is common, although it is invalid.
  const mixed = code === '1' ? [] : [`${code}0${national}`, `00${code}0${national}`];
  return [...new Set([digits, trunk, `${code}${national}`, `00${code}${national}`, ...mixed])];
}

/** Reads the calling code without parsing the rest: no calling code begins another (ITU-T E.164). */
function callingCodeOf(number: string): string | undefined {
  const known = E164.test(number)
    ? [1, 2, 3].map((length) => number.slice(1, 1 + length)).find((code) => CALLING_CODES.has(code))
    : undefined;
  return known ?? parsePhoneNumberFromString(number)?.countryCallingCode;
}

function nationalDigits(number: string, digits: string, code: string): string {
  const international = /^\s*\(?\+/.test(number) ? code : digits.startsWith(`00${code}`) ? `00${code}` : '';
  const rest = digits.slice(international.length);
  if (international === '' && code === '1') return rest.length === 11 ? rest.replace(/^1/, '') : rest;
  return code === '1' ? rest : rest.replace(/^0/, '');
}
