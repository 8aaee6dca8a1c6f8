import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/max';
import { matchesOf } from '@app/common';
import { byStart, type Range, shifted } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { findAnnouncedNumbers, findNext } from './announced-phone';
import { hideOtherFields, hideOtherNumbers, isAnnouncedAsOther } from './not-a-phone';
import { findListedNumber } from './listed-phone';
import { canonicalOf, findExtensions, isPartOfToken, phoneCue, withExtension } from './phone-number';
import { findShapedNumbers } from './shaped-phone';

/** A line with fewer digits contains no telephone number except an extension. */
const FEWEST_DIGITS = 5;
/** Excludes lines with single digits, or with digits far apart. */
const WORTH_LOOKING = /(?:\d[^\p{L}\d]{0,4}){6}/u;
const GROUPED = /\d\d/;
const RUN = /[+(]{0,2}\d(?:[^\p{L}\d]{0,4}\d){5,400}/gu;
/** The length of the text around a run that shows whether it is part of something else, or an extension. */
const BESIDE = 12;
const LINE = /[^\r\n]+/g;

/**
 * Telephone numbers as people write them: international ones, national ones of the language's regions
 * (contract: Languages and choices), and those of other regions if their layout identifies them, with extensions, dots,
 * slashes, blanks and brackets. A number after an announcing word counts in any layout. libphonenumber proposes and
 * validates the others. A number without country code or national prefix also needs a typical layout or a word.
 */
export class PhoneRecognizer extends Recognizer {
  readonly name = 'phone';
  readonly finds = ['Phone'] as const;

  find(searched: SearchedText): Span[] {
    const { regions } = searched.language;
    const spans: Span[] = [];
    for (const { 0: line, index } of matchesOf(LINE, hideOtherFields(searched))) {
      const digits = line.match(/\d/g)?.length ?? 0;
      if (digits < 2) continue;
      const found = [...findExtensions(line), ...(digits < FEWEST_DIGITS ? [] : findInLine(line, regions))];
      spans.push(...found.map((span) => shifted(span, index)));
    }
    return spans;
  }
}

function findInLine(line: string, regions: readonly string[]): Span[] {
  const visible = hideOtherNumbers(line);
  const announced = findAnnouncedNumbers(visible, regions);
  if (!GROUPED.test(visible) || !WORTH_LOOKING.test(visible))
    return announced.map((span) => withExtension(line, span));
  const known = [...announced, ...findListedNumber(visible, regions)];
  const proposed = findProposed(visible, line, regions, known);
  return [
    ...proposed.flatMap((span) => [withExtension(line, span), ...findNext(visible, span.end, regions)]),
    ...known.map((span) => withExtension(line, span)),
  ];
}

/**
 * Returns candidates in the layout of a number that are not among the `known` ones, those of the likeliest region
 * first.
 */
function findProposed(
  visible: string,
  line: string,
  regions: readonly string[],
  known: readonly Range[],
): Span[] {
  const shaped = findShapedNumbers(visible, regions);
  const others = findUnshaped(visible, regions[0] as CountryCode, [...known, ...shaped]);
  const apart = new Map([...shaped, ...others].map((place) => [`${place.start} ${place.end}`, place]));
  for (const { start, end } of known) apart.delete(`${start} ${end}`);
  return [...apart.values()]
    .filter((place) => isPlausible(place, visible, line))
    .map(({ start, end }) => ({
      start,
      end,
      type: 'Phone',
      canonical: canonicalOf(visible.slice(start, end), regions),
    }));
}

/** Returns what libphonenumber finds in runs of digits with more than one of the `known` numbers. */
function findUnshaped(text: string, region: CountryCode, known: readonly Range[]): Range[] {
  const ascending = known.toSorted(byStart).values();
  let next = ascending.next().value;
  let covered = 0;
  return [...matchesOf(RUN, text)].flatMap(({ 0: { length }, index }) => {
    for (; next && next.start <= index; next = ascending.next().value) covered = Math.max(covered, next.end);
    if (covered >= index + length) return [];
    const from = Math.max(0, index - BESIDE);
    const run = text.slice(from, index + length + BESIDE);
    return findPhoneNumbersInText(run, region).map(({ startsAt, endsAt }) =>
      withoutList(text, from + startsAt, from + endsAt),
    );
  });
}

/** Removes a list item that libphonenumber mistakes for part of the number: after a comma, or in a bracket. */
function withoutList(text: string, start: number, end: number): Range {
  const lead = /^[^\d+(]*/.exec(text.slice(start, end))?.[0].length ?? 0;
  const comma = text.slice(start, end).search(/,\s*\d/);
  return { start: start + lead, end: comma === -1 ? end : start + comma };
}

function isPlausible({ start, end }: Range, visible: string, line: string): boolean {
  const written = visible.slice(start, end);
  if (isPartOfToken(line, start, end)) return false;
  if (/^\(?\+/.test(written)) return true;
  const cue = phoneCue(line, start, end);
  if (isAnnouncedAsOther(line, start)) return false;
  if (cue === 'named' || /^\(?00/.test(written)) return true;
  const digits = written.match(/\d/g)?.length ?? 0;
  if (
    isNorthAmericanShape(written) ||
    /^\(?0|^[78]? ?\(|^[6-9]\d\d(?: \d\d){3}|^\d\d \d{4}-\d{4}/.test(written)
  )
    return digits >= 7;
  return digits >= 10 && cue === 'number';
}

/** (212) 265-1040, 212-265-1040, 212.265.1040, 212 265 1040, 1-212-265-1040 */
const isNorthAmericanShape = (written: string): boolean =>
  /^(?:1[-. ])?(?:\(\d{3}\)[ .-]?|\d{3}[-. /])\d{3}[-. ]\d{4}\b/.test(written);
