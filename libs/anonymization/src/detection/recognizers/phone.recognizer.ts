import {
  findPhoneNumbersInText,
  type CountryCode,
  type NumberFound,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';
import type { Language } from '../../language';
import type { Span } from '../../span';
import { Recognizer } from '../recognizer';
import { hideOtherNumbers, isAnnouncedAsOther } from './not-a-phone';
import { phoneCue } from './phone-cue';
import { findAnnouncedNumbers } from './announced-phone';
import { findShapedNumbers } from './shaped-phone';

/** Fewer digits than this on a line are no telephone number, not even an announced one. */
const FEWEST_DIGITS = 5;
/** Neither are single digits, or digits far apart. */
const WORTH_LOOKING = /(?:\d[^\p{L}\d]{0,4}){6}/u;
const GROUPED = /\d\d/;
const LINE = /[^\r\n]+/g;

/**
 * Telephone numbers as people write them: international ones, national ones of the language's regions
 * (contract 3), with extensions, dots, slashes, blanks and brackets. libphonenumber proposes and validates;
 * a number without country code or national prefix also needs a shape or a word that says what it is.
 */
export class PhoneRecognizer extends Recognizer {
  readonly name = 'phone';

  find(text: string, { regions }: Language): Span[] {
    const spans: Span[] = [];
    for (const { 0: line, index } of matchesOf(LINE, text)) {
      const shift = (span: Span): Span => ({ ...span, start: span.start + index, end: span.end + index });
      if ((line.match(/\d/g)?.length ?? 0) < FEWEST_DIGITS) continue;
      const visible = hideOtherNumbers(line);
      if (GROUPED.test(visible) && WORTH_LOOKING.test(visible))
        spans.push(...this.findInLine(visible, line, regions).map(shift));
      spans.push(...findAnnouncedNumbers(visible, regions).map(shift));
    }
    return spans;
  }

  /** One finding for each place: the likeliest region's first, a longer one of another region instead. */
  private findInLine(visible: string, line: string, regions: readonly string[]): Span[] {
    return regions.flatMap((region) =>
      [...findPhoneNumbersInText(visible, region as CountryCode), ...findShapedNumbers(visible, region)]
        .filter((found) => isPlausible(found, visible, line))
        .map(({ startsAt, endsAt, number }) => ({
          start: startsAt,
          end: endsAt,
          type: 'Phone' as const,
          canonical: canonicalOf(number),
        })),
    );
  }
}

const canonicalOf = ({ number, ext }: PhoneNumber): string => (ext ? `${number};ext=${ext}` : number);

function isPlausible({ startsAt, endsAt, number }: NumberFound, visible: string, line: string): boolean {
  const written = visible.slice(startsAt, endsAt);
  if (isPartOfToken(line, startsAt, endsAt)) return false;
  if (/^\(?(?:\+|00)/.test(written)) return number.isValid();
  const cue = phoneCue(line, startsAt, endsAt);
  if (cue === 'named') return true;
  if (isAnnouncedAsOther(line, startsAt)) return false;
  const groups = written.match(/\d+/g) ?? [];
  const digits = groups.join('').length;
  if (number.countryCallingCode === '1')
    return isNorthAmericanShape(written) || (digits >= 10 && cue === 'number');
  return digits >= 7 && /^\(?0/.test(written);
}

/** (212) 265-1040, 212-265-1040, 212.265.1040, 212 265 1040, 1-212-265-1040 */
const isNorthAmericanShape = (written: string): boolean =>
  /^(?:1[-. ])?(?:\(\d{3}\)[ .-]?|\d{3}[-. /])\d{3}[-. ]\d{4}\b/.test(written);

/** Inside an identifier, a path or a larger number: `ab-212-265-1040`, `x_2122651040`, `1,212-265-1040`. */
function isPartOfToken(line: string, start: number, end: number): boolean {
  return (
    (/[\p{L}\p{N}][-_/@#&=]$|\p{N}\.$|[\p{L}\p{N}_\\%$€£]$|\d,$/u.test(
      line.slice(Math.max(0, start - 2), start),
    ) &&
      !/(?:tel|fax|phone|fon|mobil|mobile|cell|handy|wa\.me)[-_/=.]?$/iu.test(
        line.slice(Math.max(0, start - 8), start),
      )) ||
    /^(?:[-_/]?[\p{L}_@%€£]|[.,]\d|[-/:]\d)/u.test(line.slice(end, end + 2))
  );
}
