import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { digitsOf } from '../../text/digits';

/**
 * What makes two spellings the same number: E.164, by the first region in which it is valid, then by the first in which
 * it is as long as numbers are; the bare digits where no numbering plan knows it.
 */
export function canonicalOf(written: string, regions: readonly string[]): string {
  const international = /^\s*\(?(?:00(?=[1-9])|011\s(?=[1-9]))/.test(written)
    ? written.replace(/^\s*\(?(?:00|011\s)\s?/, '+')
    : written;
  // "4915112345678", as programs write it
  const bare = /^\D*([1-9]\d{9,14})\D*$/.exec(written)?.[1];
  const plus = bare ? parsePhoneNumberFromString(`+${bare}`) : undefined;
  const withCode = plus?.isValid() ? plus : undefined;
  if (withCode?.country !== undefined && regions.includes(withCode.country)) return spelled(withCode);
  let possible: PhoneNumber | undefined;
  for (const region of regions) {
    const number = parsePhoneNumberFromString(international, region as CountryCode);
    if (number?.isValid()) return spelled(number);
    possible ??= number?.isPossible() ? number : undefined;
    if (international.startsWith('+')) break;
  }
  const number = withCode ?? possible;
  return number ? spelled(number) : digitsOf(written);
}

/** RFC 3966 */
const spelled = ({ number, ext }: PhoneNumber): string => (ext ? `${number};ext=${ext}` : number);
