import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isCommonWord } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { canonicalOf } from './phone-number';

const NAME = "\\p{Lu}[\\p{L}'’.-]{1,20}(?: \\p{Lu}[\\p{L}'’.-]{1,20}){0,3}";
/** A line that has nothing but a name and a number: "Ana Ruiz 612345678", "347 1234567 (Laura)". */
const ENTRY = new RegExp(
  `^[ \\t•*>-]{0,4}(?:(?<before>${NAME})[ ,:;–|-]{1,4})?(?<number>[1-9]\\d{1,4}(?:[ .-]?\\d{2,7}){1,4})(?:[ ,:;–|-]{0,3}\\(?(?<behind>${NAME})\\)?)?[ .;,]{0,2}$`,
  'du',
);

/**
 * Finds a mobile number without a national prefix beside a name, alone in its line, as in lists of people. The numbering plan of
 * the language's regions must have it, and as a mobile number only.
 */
export function findListedNumber(line: string, regions: readonly string[]): Span[] {
  const found = ENTRY.exec(line);
  const { before, behind, number } = found?.groups ?? {};
  const [start, end] = found?.indices?.groups?.number ?? [];
  if (number === undefined || start === undefined || end === undefined) return [];
  return isName(before ?? behind) && regions.some((region) => isMobile(number, region))
    ? [{ start, end, type: 'Phone', canonical: canonicalOf(number, regions) }]
    : [];
}

/** "Ana Ruiz", not "Total" and "Gesamt Summe" */
const isName = (written: string | undefined): boolean =>
  written !== undefined && !written.split(' ').every((word) => isCommonWord(word));

function isMobile(number: string, region: string): boolean {
  const parsed = parsePhoneNumberFromString(number, region as CountryCode);
  return parsed?.country === region && parsed.getType() === 'MOBILE';
}
