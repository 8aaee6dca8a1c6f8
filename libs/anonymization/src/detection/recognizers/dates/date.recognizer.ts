import { matchesOf } from '@app/common';
import type { NameLexicon } from '../../../lexicon/word-lists';
import { apartFrom, hull, lengthOf, overlappingGroups, type Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { BirthContext } from './birth-context';
import type { DayOrder } from '../../../text/dates/calendar-date';
import { fieldDates } from './field-dates';
import type { FoundDate } from '../../../text/dates/found-date';
import { numericDates } from '../../../text/dates/numeric-dates';
import { wordedDates } from '../../../text/dates/worded-dates';

/** Regions that write the month first. */
const MONTH_FIRST = new Set(['US', 'PH', 'FM']);
const YEAR =
  /(?=[12])(?<![\p{L}\p{N}_]|\p{N}[.,:/-])(?:1[89]|20)\d{2}(?![\p{L}\p{N}_]|[.,:/]\p{N}| ?[€$£%])/gu;

/**
 * Calendar dates in all notations of eight languages, and dates of birth and death, for which a year is enough
 * (contract: Kinds of personal data). `canonical` is `YYYY-MM-DD` for a complete date.
 */
export class DateRecognizer extends Recognizer {
  readonly name = 'date';
  readonly finds = ['Dates', 'Birthdates'] as const;
  private readonly context: BirthContext;

  constructor(lexicon: NameLexicon) {
    super();
    this.context = new BirthContext(lexicon);
  }

  find(searched: SearchedText): Span[] {
    const { text, language } = searched;
    if (!/\d/.test(text)) return [];
    const order: DayOrder = MONTH_FIRST.has(language.regions[0] ?? '') ? 'month-first' : 'day-first';
    const fields = birthFields(searched);
    const dates = outermost([
      ...numericDates(text, order),
      ...wordedDates(text),
      ...fieldDates(searched, order),
    ]);
    const elsewhere = new Set(apartFrom(dates, fields));
    const spans = dates.map((date) => spanOf(date, !elsewhere.has(date) || this.context.isBirth(text, date)));
    return [...spans, ...apartFrom(this.years(text, fields), dates)];
  }

  private years(text: string, fields: readonly Range[]): Span[] {
    const years = [...matchesOf(YEAR, text)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }));
    const elsewhere = new Set(apartFrom(years, fields));
    return years
      .filter((year) => !elsewhere.has(year) || this.context.isBirth(text, year))
      .map((year) => ({ ...year, type: 'Birthdates' }));
  }
}

function spanOf({ start, end, iso, birth }: FoundDate, isBirth: boolean): Span {
  const type = isBirth ? 'Birthdates' : 'Dates';
  const canonical = isBirth ? (birth ?? iso) : iso;
  return { start, end, type, ...(canonical !== undefined && { canonical }) };
}

/** Returns the longest of overlapping readings: "May 1980" is a part of "3 May 1980". */
function outermost(dates: readonly FoundDate[]): FoundDate[] {
  return overlappingGroups(dates).map((group) =>
    group.reduce((best, date) => (lengthOf(date) > lengthOf(best) ? date : best)),
  );
}

const LONGEST_FIELD = 80;

/** Returns the values of fields for dates of birth or death, sorted and without overlaps. */
function birthFields(searched: SearchedText): Range[] {
  const fields = searched.fields.filter(
    (field) => lengthOf(field) <= LONGEST_FIELD && searched.kindOf(field) === 'birthdate',
  );
  return overlappingGroups<Range>(fields).map((group) => group.reduce(hull));
}
