import { usePreferences } from '../preferences';
import { de } from './de';
import { en, type Texts } from './en';

const TEXTS: Readonly<Record<'en' | 'de', Texts>> = { en, de };

/** Returns the page's texts in the user's language. */
export const useTexts = (): Texts => TEXTS[usePreferences().language];

/** Returns how dates, numbers and names are written in that language. */
export const useFormats = (): Formats => formatsIn(usePreferences().language);

export type Formats = ReturnType<typeof formatsOf>;

const made: Partial<Record<keyof typeof TEXTS, Formats>> = {};

/** Makes them once: that takes half a millisecond, and every row of a list uses them. */
function formatsIn(language: keyof typeof TEXTS): Formats {
  made[language] ??= formatsOf(language);
  return made[language];
}

function formatsOf(language: string) {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' });
  const utcDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const utcMonth = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const megabytes = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const kilobytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' });
  return {
    number: (value: number) => number.format(value),
    /** Formats a ratio. */
    percent: (value: number) => percent.format(value),
    /** @param currency ISO 4217 */
    money: (value: number, currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 6 }).format(
        value,
      ),
    /** Formats a duration in its largest whole unit, such as `90 days`. */
    duration: (seconds: number) => durationOf(language, seconds),
    dateTime: (value: string) => unbroken(dateTime.format(new Date(value))),
    /** Formats milliseconds since 1970 as a day in UTC. */
    shortDay: (at: number) => shortDay.format(at),
    utcMonth: (value: string) => utcMonth.format(new Date(value)),
    month: (value: string) => month.format(new Date(value)),
    day: (value: string) => unbroken(day.format(new Date(value))),
    /** Formats a day in UTC, because months and days are counted in UTC. */
    utcDay: (value: string | number) => unbroken(utcDay.format(new Date(value))),
    fileSize: (bytes: number) =>
      bytes < SMALL_FILE ? kilobytes.format(Math.ceil(bytes / 1024)) : megabytes.format(bytes / 1024 ** 2),
  };
}

/** From this size on, a file is measured in megabytes. */
const SMALL_FILE = 100 * 1024;

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function durationOf(language: string, seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    'second',
    1,
  ];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  );
}

/** Keeps a date on one line. */
const unbroken = (text: string): string => text.replaceAll(/\s/g, '\u00a0');
