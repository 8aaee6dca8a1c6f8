import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { digitsOf } from '../../text/digits';

/**
 * What makes two spellings the same number: E.164, by the first region in which it is valid, then by the first in which
 * it is as long as numbers are; the bare digits where no numbering plan knows it.
 */
export function canonicalOf(written: string, regions: readonly string[]): string {
  const international = /^\s*\(?(?:00(?=[1-9])|011\s(?=[1-9]))/.test(written)
    ? written.replace(/^\s*\(?(?:00|011\s)\s?/, '+')
    : written;
  const parsed = regions.flatMap((region) => {
    const number = parsePhoneNumberFromString(international, region as CountryCode);
    return number ? [number] : [];
  });
  // "4915112345678", as programs write it
  const bare = /^\D*([1-9]\d{9,14})\D*$/.exec(written)?.[1];
  const plus = bare ? parsePhoneNumberFromString(`+${bare}`) : undefined;
  const isOwn = plus?.isValid() && plus.country !== undefined && regions.includes(plus.country);
  const chosen =
    (isOwn ? plus : undefined) ??
    parsed.find((number) => number.isValid()) ??
    (plus?.isValid() ? plus : undefined) ??
    parsed.find((number) => number.isPossible());
  if (!chosen) return digitsOf(written);
  return chosen.ext ? `${chosen.number};ext=${chosen.ext}` : chosen.number;
}
