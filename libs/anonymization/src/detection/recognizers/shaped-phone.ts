import { parsePhoneNumberFromString, type CountryCode, type NumberFound } from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';

/**
 * One number each, where libphonenumber's finder sees one long run and gives up: lists and table rows such as
 * "030/1234567, 040/7654321" and "030 1234567 040 7654321".
 */
const SHAPES: readonly RegExp[] = [
  // national prefix, area, and the subscriber in one block, or in several short ones
  /(?<![\d+])\(?0\d{1,5}\)?[ \u00a0]?[ \u00a0/.–-][ \u00a0]?(?:\d{5,9}|\d{2,4}(?:[ \u00a0-]\d{2,4}){1,4})(?:-\d{1,5})?(?!\d)/g,
  // North America: 212-265-1040, (212) 265-1040, 2122651040
  /(?<![\d+])(?:1[-. ])?(?:\(\d{3}\)[ .-]?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)/g,
  /(?<!\d)[2-9]\d{9}(?!\d)/g,
];

/** What is written like one number and is valid in the region. */
export function findShapedNumbers(text: string, region: string): NumberFound[] {
  return SHAPES.flatMap((shape) =>
    [...matchesOf(shape, text)].flatMap(({ 0: written, index }) => {
      const number = parsePhoneNumberFromString(written, region as CountryCode);
      return number?.isValid() ? [{ number, startsAt: index, endsAt: index + written.length }] : [];
    }),
  );
}
