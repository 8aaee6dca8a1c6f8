import type { Range } from '../spans/ranges';
import { numericDates } from './numeric-dates';
import { wordedDates } from './worded-dates';

/** The maximum length of text before and after its first character on which a date may depend. */
const BEFORE = 24;
const AFTER = 48;

/** Returns the complete calendar date at `at`, as `YYYY-MM-DD`, if it has one reading in all languages. */
export function readDateAt(text: string, at: number): (Range & { iso: string }) | undefined {
  const from = Math.max(0, at - BEFORE);
  const near = text.slice(from, at + AFTER);
  const [dayFirst, monthFirst] = (['day-first', 'month-first'] as const).map((order) =>
    [...numericDates(near, order), ...wordedDates(near)]
      .filter(({ start, iso }) => start === at - from && iso !== undefined)
      .toSorted((a, b) => b.end - a.end)
      .at(0),
  );
  if (!dayFirst?.iso || dayFirst.iso !== monthFirst?.iso) return undefined;
  return { start: at, end: from + dayFirst.end, iso: dayFirst.iso };
}
