import { matchesOf } from '@app/common';
import { ANNOUNCING, romanMonth } from '../../lexicon/months';
import { type DayOrder, fullYear, isoDate } from './calendar-date';
import type { FoundDate } from './found-date';

/**
 * Every pattern begins at a digit and is bounded. A date is never part of a longer number, a word or a path of numbers.
 */
const FREE = '(?=\\d)(?<![\\p{L}\\p{N}]|\\p{N}[.:/-])';
const END = '(?!\\p{N}|[./-]\\p{N}|,\\p{N})';
const ONE = '(?:0?[1-9]|[12]\\d|3[01])';
const YEAR = '(?:1[5-9]|20)\\d{2}';

/** 2024-05-03, 2024/5/3, 2024.05.03; a time may follow: 2024-05-03T10:15 */
const YEAR_FIRST = new RegExp(
  `${FREE}(?<year>${YEAR})(?:(?<sign>[-/])(?<month>0?[1-9]|1[0-2])\\k<sign>(?<day>${ONE})|\\.(?<month2>0[1-9]|1[0-2])\\.(?<day2>0[1-9]|[12]\\d|3[01]))${END}`,
  'gu',
);
/** 3.5.2024, 03/05/24, 3-5-2024, 3. 5. 2024; 3.–5.5.2024, 11./12.09.2025 */
const YEAR_LAST = new RegExp(
  `${FREE}(?<earlier>(?:${ONE}\\.(?:(?:0?[1-9]|1[0-2])\\.)? ?[-–/] ?|${ONE} ?– ?)?)(?<one>${ONE})º?(?<sign>[-/.])(?<blank> ?)(?<other>${ONE})\\k<sign>\\k<blank>(?<year>${YEAR}|['’]?\\d{2})${END}`,
  'gu',
);
/** 8-XII-1982, 8 XII 1982, 8.XII.1982 */
const ROMAN = new RegExp(
  `${FREE}(?<day>${ONE})(?:\\. ?|[ /-])(?<month>[IVX]{1,4})(?:\\. ?|[ /-])(?<year>${YEAR})${END}`,
  'gu',
);
/** 05/2024, 05.2024; the zero distinguishes the latter from a decimal number */
const MONTH_AND_YEAR = new RegExp(
  `${FREE}(?:(?<month>0[1-9]|1[0-2])\\/|(?<month2>0[1-9])\\.)(?<year>(?:19|20)\\d{2})${END}(?!\\/)`,
  'gu',
);
/** 3.5. and 3/5, if a word announces a date */
const DAY_AND_MONTH = new RegExp(
  `${FREE}(?:(?<day>${ONE})\\.(?:0?[1-9]|1[0-2])\\.(?!\\p{N})|${ONE}\\/${ONE}${END}(?!\\/))`,
  'gu',
);
const ANNOUNCED = new RegExp(`(?<![\\p{L}\\p{N}])(?:${ANNOUNCING})[.,]?,? $`, 'iu');
/** Text before a number that is numbered by year: "Nr. 05/2024". */
const NUMBERED = /(?:n[or°º]|nr|num|az|art|§|code|(?<!\p{L})v|ver|version|release)[.:]? ?$/iu;
/** "Bonn, 3.5.24" */
const DATELINE = /(?:\p{L}, |\n)$/u;
const REACH = 24;

/** Yields calendar dates that are written in numbers. */
export function* numericDates(text: string, order: DayOrder): Generator<FoundDate> {
  for (const { 0: written, index, groups = {} } of matchesOf(YEAR_FIRST, text)) {
    const { year = '', month = groups.month2 ?? '', day = groups.day2 ?? '' } = groups;
    const iso = isoDate(Number(year), Number(month), Number(day));
    if (iso !== undefined) yield { start: index, end: index + written.length, iso };
  }
  for (const match of matchesOf(YEAR_LAST, text)) yield* yearLast(text, match, order);
  for (const { 0: written, index, groups = {} } of matchesOf(ROMAN, text)) {
    const month = romanMonth(groups.month ?? '');
    const iso = month && isoDate(Number(groups.year), month, Number(groups.day));
    if (iso) yield { start: index, end: index + written.length, iso };
  }
  for (const { 0: written, index } of matchesOf(MONTH_AND_YEAR, text))
    if (!NUMBERED.test(before(text, index))) yield { start: index, end: index + written.length };
  for (const { 0: written, index } of matchesOf(DAY_AND_MONTH, text))
    if (ANNOUNCED.test(before(text, index))) yield { start: index, end: index + written.length };
}

function* yearLast(
  text: string,
  { 0: written, index, groups = {} }: RegExpExecArray,
  order: DayOrder,
): Generator<FoundDate> {
  const { one = '', other = '', year = '', sign } = groups;
  const isShort = year.length < 4;
  // "1.2.24" may also be a version or a section, so a zero, two digits or the text before must indicate a date.
  const looksLikeVersion = sign === '.' && isShort && !/^\d\d$/.test(one) && !other.startsWith('0');
  const lead = before(text, index);
  if (isShort && NUMBERED.test(lead)) return;
  if (looksLikeVersion && !ANNOUNCED.test(lead) && !DATELINE.test(lead)) return;
  if (groups.earlier) {
    yield { start: index, end: index + written.length };
    return;
  }
  const readings = [
    [Number(one), Number(other)],
    [Number(other), Number(one)],
  ] as const;
  const isDayFirst = sign === '.' || order === 'day-first';
  for (const [day, month] of isDayFirst ? readings : readings.toReversed()) {
    if (month > 12 || (sign === '.' && day !== Number(one))) continue;
    const iso = isoDate(fullYear(year), month, day);
    if (iso === undefined) continue;
    const birth = isShort ? isoDate(fullYear(year, true), month, day) : iso;
    yield { start: index, end: index + written.length, iso, birth };
    return;
  }
}

const before = (text: string, index: number): string => text.slice(Math.max(0, index - REACH), index);
