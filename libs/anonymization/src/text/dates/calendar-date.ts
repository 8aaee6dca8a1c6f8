/** Which of two numbers is the day if both may be, as in 3/5/2024. */
export type DayOrder = 'day-first' | 'month-first';

/** Two-digit years up to this one belong to this century, as in most systems. */
const LAST_OF_THIS_CENTURY = 49;
/** For a birth, which is in the past: the year 31 is 1931. */
const LAST_BIRTH_OF_THIS_CENTURY = 29;

/** Returns the year for two or four digits. */
export function fullYear(written: string, isBirth = false): number {
  const year = Number(written.replace(/\D+/g, ''));
  if (written.length > 3 || year > 99) return year;
  return year + (year <= (isBirth ? LAST_BIRTH_OF_THIS_CENTURY : LAST_OF_THIS_CENTURY) ? 2000 : 1900);
}

/** Returns `YYYY-MM-DD`; `undefined` for a day that does not exist in the calendar. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
