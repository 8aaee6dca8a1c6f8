import { matchesOf } from '@app/common';
import { monthOf } from '../../lexicon/months';
import type { Range } from '../spans/ranges';

/** "6.5.", "02.06.", "3/14", "03/26", "17-1" */
const NUMBERS =
  /(?<![\p{L}\p{N}]|\p{N}[.,:/-])(?<one>\d{1,2})(?<sign>[./-])(?<other>\d{1,2})(?:\.(?!\p{N}))?(?![\p{L}\p{N}]|[.,:/-]\p{N})/gu;
/** "3 mar", "24. Juni", "3rd of May", "18 de abril" */
const DAY_FIRST =
  /(?<![\p{L}\p{N}]|\p{N}[.,:/-])(?<day>\d{1,2})(?:\.|º|st|nd|rd|th|er|e)?[ -]?(?:(?:of|de|di|van) )?(?<month>\p{L}{3,12})(?!\p{L})/giu;
/** "Jun 14", "Oct '25" */
const MONTH_FIRST =
  /(?<!\p{L})(?<month>\p{L}{3,12})\.?,? ?['’]?(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\p{N}]|[.,:/-]\p{N})/giu;
const DAYS = 31;
const MONTHS = 12;

/**
 * Finds days of a month and months of a year, in words or numbers, in a text that was already detected as a date: alone,
 * "6.5." may be a section and "3/14" a fraction. Skips weekdays and years alone.
 *
 * @param written the text that was detected as a date
 * @returns ranges in it
 */
export function partialDates(written: string): Range[] {
  const found: Range[] = [];
  for (const { 0: whole, index, groups = {} } of matchesOf(NUMBERS, written))
    if (isDayAndMonth(Number(groups.one), Number(groups.other)))
      found.push({ start: index, end: index + whole.length });
  for (const pattern of [DAY_FIRST, MONTH_FIRST])
    for (const { 0: whole, index, groups = {} } of matchesOf(pattern, written))
      if (monthOf(groups.month ?? '') && Number(groups.day) > 0)
        found.push({ start: index, end: index + whole.length });
  return found;
}

/** Returns whether the numbers are day and month in either order, or month and two-digit year. */
const isDayAndMonth = (one: number, other: number): boolean =>
  Math.min(one, other) > 0 && Math.min(one, other) <= MONTHS && Math.max(one, other) <= DAYS;
