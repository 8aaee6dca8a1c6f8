import { invalid } from '@app/common';

const DAY_MS = 24 * 60 * 60_000;
const MAX_DAYS = 400;
const LATEST = Date.UTC(10_000, 0, 1) - 1;
const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)$/;

/**
 * Reads the date range of a usage request (contract: Token usage).
 *
 * @throws AppError `bad_request` if an end is no point in time, or if the range is reversed or too long
 */
export function readDateRange(start: unknown, end: unknown): { from: Date; to: Date } {
  const from = readDate('start_date', start);
  const to = readDate('end_date', end);
  if (from > to) throw invalid('start_date', 'must not be after end_date');
  if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw invalid('end_date', `must be at most ${MAX_DAYS} days after start_date`);
  return { from, to };
}

function readDate(field: string, value: unknown): Date {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? parse(value) : Number.NaN;
  if (Number.isInteger(time) && time >= 0 && time <= LATEST) return new Date(time);
  throw invalid(field, 'must be Unix milliseconds, or ISO 8601 with Z or an offset, from 1970 on');
}

function parse(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const [, year, month, day] = ISO.exec(text) ?? [];
  // Date.parse reads 30 February as a day in March.
  if (!year || new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() !== Number(day))
    return Number.NaN;
  return Date.parse(text);
}
