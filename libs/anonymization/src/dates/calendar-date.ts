/** Which of two numbers is the day where both may be: 3/5/2024. */
export type DayOrder = 'day-first' | 'month-first';

/** Years of two digits up to this one are of this century, as most systems have it. */
const LAST_OF_THIS_CENTURY = 49;
/** A birth lies in the past: the year 31 is 1931. */
const LAST_BIRTH_OF_THIS_CENTURY = 29;

/** The year that two or four digits write. */
export function fullYear(written: string, isBirth = false): number {
  const year = Number(written.replace(/\D+/g, ''));
  if (written.length > 3 || year > 99) return year;
  return year + (year <= (isBirth ? LAST_BIRTH_OF_THIS_CENTURY : LAST_OF_THIS_CENTURY) ? 2000 : 1900);
}

/** `YYYY-MM-DD`; `undefined` for a day that the calendar does not have. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
