import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const HOUR_MS = UNIT_MS.h;

/** @returns the milliseconds of `500ms`, `5s`, `1m`, `2h` or `30d`; undefined for anything else */
function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount ? Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS] : undefined;
}

/** A number of calls that is allowed within a time. */
export interface Rate {
  points: number;
  seconds: number;
}

/** The longest window. Counting uses memory for the whole window, and windows are counted in whole seconds. */
const LONGEST_S = 24 * 60 * 60;
const MAX_POINTS = 1_000_000;

/** @returns the rate of a text such as `60/1m`; undefined for anything else, for zero, and for windows over a day */
export function parseRate(text: string): Rate | undefined {
  const [, points, window] = /^(\d{1,7})\/(\d+[a-z]+)$/.exec(text) ?? [];
  const rate = { points: Number(points), seconds: (parseDuration(window ?? '') ?? Number.NaN) / 1_000 };
  const isFit = rate.points >= 1 && rate.points <= MAX_POINTS && Number.isInteger(rate.seconds);
  return isFit && rate.seconds >= 1 && rate.seconds <= LONGEST_S ? rate : undefined;
}

const UNIT_BYTES = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

const A_DURATION = 'expected a duration such as 500ms, 5s, 1m, 2h or 30d';

/** A duration such as `500ms`, `5s`, `1m`, `2h` or `30d`, in milliseconds. */
export const duration = (fallback: string) => parsed(parseDuration, A_DURATION, fallback);

/** An optional duration, without a default. */
export const optionalDuration = () => checked(parseDuration, A_DURATION).optional();

/**
 * `off` (undefined), or a duration of at least an hour, in milliseconds: a shorter one by mistake would delete all
 * data.
 */
export const retention = (fallback: string) =>
  parsed(
    (text) => {
      if (text === 'off') return { ms: undefined };
      const ms = parseDuration(text);
      return ms !== undefined && ms >= HOUR_MS ? { ms } : undefined;
    },
    'expected off, or a duration of at least 1h such as 30d',
    fallback,
  ).transform(({ ms }) => ms);

/** The languages in which pictures are read. Each has a model in the package. */
const OCR_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];

/** `off` (undefined), or comma-separated languages such as `de,en`. */
export const ocrLanguages = (fallback: string) =>
  parsed(
    (text) => {
      const languages = split(text);
      if (text === 'off') return { languages: undefined };
      return languages.length > 0 && languages.every((each) => OCR_LANGUAGES.includes(each))
        ? { languages }
        : undefined;
    },
    `expected off, or some of ${OCR_LANGUAGES.join(',')}`,
    fallback,
  ).transform(({ languages }) => languages);

/** A size such as `25MiB`, `64KiB` or a number of bytes, in bytes. */
export const size = (fallback: string) =>
  parsed(parseSize, 'expected a size such as 25MiB, 64KiB or a number of bytes', fallback);

/** Comma-separated durations, in milliseconds. */
export const durations = (fallback: string) =>
  parsed(
    (text) => every(split(text).map(parseDuration)),
    'expected durations, separated by commas, such as 5s,1m,5m',
    fallback,
  );

/** The price of tokens in a prompt and in an answer, such as `0.15/0.60 per 1M EUR`. */
export const PRICE = /(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?) per 1M ([A-Z]{3})/;

/** Comma-separated words. */
export const list = (fallback = '') => z.string().default(fallback).transform(split);

/** A rate such as `60/1m`: a number of calls within a time. */
export const rate = (fallback: string) =>
  parsed(parseRate, 'expected a number and a time, such as 60/1m or 10/15m', fallback);

/** Comma-separated CIDRs. */
export const networks = () =>
  list().refine((cidrs) => cidrs.every((cidr) => ipaddr.isValidCIDR(cidr)), {
    error: 'expected networks, separated by commas, such as 10.0.0.0/8,fd00::/8',
  });

/** A whole number of at least `min`. */
export const integer = (fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  parsed(wholeNumber(min, max), `expected a whole number from ${min} to ${max}`, String(fallback));

/** An optional whole number of at least `min`, without a default. */
export const optionalInteger = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  checked(wholeNumber(min, max), `expected a whole number from ${min} to ${max}`).optional();

const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
};

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** `true` or `false`. */
export const flag = (fallback: boolean) =>
  parsed((text) => FLAGS.get(text.toLowerCase()), 'expected true or false', String(fallback));

/** One of the given words. */
export const oneOf = <const T extends string>(values: readonly T[], fallback: NoInfer<T>) =>
  parsed((text) => values.find((value) => value === text), `expected one of ${values.join(', ')}`, fallback);

/** An absolute URL with one of the given schemes. */
export const url = (...schemes: readonly string[]) => {
  const error = `expected an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .string({ error })
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), { error });
};

/** Returns whether a host name of a URL is this machine itself. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

const parsed = <T>(parse: (text: string) => T | undefined, expected: string, fallback: string) =>
  z.string().default(fallback).pipe(checked(parse, expected));

const checked = <T>(parse: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context): T => {
    const value = parse(text.trim());
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: expected });
    return z.NEVER;
  });

function parseSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d+) ?(B|KiB|MiB|GiB)?$/.exec(text) ?? [];
  return amount ? Number(amount) * UNIT_BYTES[(unit ?? 'B') as keyof typeof UNIT_BYTES] : undefined;
}

const split = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

const every = <T>(values: readonly (T | undefined)[]): T[] | undefined =>
  values.length > 0 && values.every((value) => value !== undefined) ? (values as T[]) : undefined;
