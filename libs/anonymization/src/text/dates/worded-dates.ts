import { matchesOf } from '@app/common';
import { BETWEEN, DAY_ENDINGS, JOINING, type Month, monthOf } from '../../lexicon/months';
import { fullYear, isoDate } from './calendar-date';
import type { FoundDate } from './found-date';

/** Every pattern begins at a digit and is bounded. The lexicon decides whether its word names a month. */
const FREE = '(?=\\d)(?<![\\p{L}\\p{N}]|\\p{N}[.,:/])';
const BLANK = '[ \\u00a0]';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const ENDING = `(?:\\.?[ºª°]|${BLANK}?(?:${DAY_ENDINGS})(?!\\p{L})|\\.)?`;
const YEAR = "(?:1[5-9]|20)\\d{2}|['’]\\d{2}";
const WORD = '\\p{L}{3,12}';
/**
 * The text from the day to the month, and from the month to the year: "3 de mayo de 2024", "08-Apr-2025", "3rd of May",
 * "14MAR71"
 */
const STEP = `(?:${BLANK}{1,2}(?:(?:${BETWEEN})${BLANK}){0,2}|[-/]|)`;
const YEAR_STEP = `(?:\\.?,?${BLANK}{1,2}(?:(?:${BETWEEN})${BLANK})?|\\.?[-/]|,)`;
/** Days before the one next to the month: "3.–5. Mai", "12 e 19 de fevereiro", "4, 11 and 18 March" */
const EARLIER = `(?:${DAY}${ENDING}(?:${BLANK}?[-–/,&+]${BLANK}?|,?${BLANK}(?:${JOINING})${BLANK}(?:den${BLANK})?)){0,3}`;

const DAY_FIRST = new RegExp(
  `${FREE}(?<earlier>${EARLIER})(?<day>${DAY})${ENDING}${STEP}(?<month>${WORD})(?!\\p{L})(?:${YEAR_STEP}(?<year>${YEAR})(?!\\p{N}|[.,]\\p{N})|-(?<short>\\d{2})(?![\\p{N}-])|(?<=\\p{N}\\p{L}{3})(?<joined>\\d{2})(?![\\p{L}\\p{N}]))?`,
  'giu',
);
const MONTH_FIRST = new RegExp(
  `(?=\\p{N})(?<=(?<![\\p{L}\\p{N}])(?<month>${WORD})\\.?${BLANK}{1,2}(?:the${BLANK})?)(?<day>${DAY})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}]|[.,:/]\\p{N})(?:,?${BLANK}{1,2}(?<year>${YEAR})(?!\\p{N}))?`,
  'giu',
);
const MONTH_AND_YEAR = new RegExp(
  `(?=[12])(?<=(?<![\\p{L}\\p{N}])(?<month>${WORD})(?:\\.?,?${BLANK}(?:(?:${BETWEEN})${BLANK})?|-))(?<year>(?:1[5-9]|20)\\d{2})(?![\\p{L}\\p{N}]|[.,:/-]\\p{N})`,
  'giu',
);

/** Yields calendar dates with the name of a month, in eight languages. */
export function* wordedDates(text: string): Generator<FoundDate> {
  for (const { 0: written, index, groups = {} } of matchesOf(DAY_FIRST, text)) {
    const { month: word = '', day = '', year = groups.short ?? groups.joined } = groups;
    const month = monthOf(word);
    if (!month || (year === undefined && !isPlainMonth(month, word))) continue;
    const end = index + written.length;
    if (groups.earlier) yield { start: index, end };
    else yield* dated(index, end, month.number, day, year);
  }
  for (const { 0: written, index, groups = {} } of matchesOf(MONTH_FIRST, text)) {
    const { month: word = '', day = '', year } = groups;
    const month = monthOf(word);
    if (!month || !(year === undefined ? month.isEnglish && /^\p{Lu}/u.test(word) : true)) continue;
    yield* dated(text.lastIndexOf(word, index), index + written.length, month.number, day, year);
  }
  for (const { 0: written, index, groups = {} } of matchesOf(MONTH_AND_YEAR, text)) {
    const word = groups.month ?? '';
    if (monthOf(word)) yield { start: text.lastIndexOf(word, index), end: index + written.length };
  }
}

function* dated(
  start: number,
  end: number,
  month: number,
  day: string,
  year: string | undefined,
): Generator<FoundDate> {
  if (year === undefined) {
    if (isoDate(2000, month, Number(day)) !== undefined) yield { start, end };
    return;
  }
  const [iso, birth] = [false, true].map((isBirth) => isoDate(fullYear(year, isBirth), month, Number(day)));
  if (iso !== undefined) yield { start, end, iso, birth };
}

/** Returns whether a word names a month without a year next to it: "May", "mai", not "may" or "10 out of". */
const isPlainMonth = ({ isWord }: Month, word: string): boolean => !isWord || /^\p{Lu}/u.test(word);
