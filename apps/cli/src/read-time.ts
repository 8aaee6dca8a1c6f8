import { InvalidArgumentError } from 'commander';

/** ISO 8601 with `Z` or an offset, so that it means the same everywhere. @throws InvalidArgumentError */
export function readTime(text: string): Date {
  const isIso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = new Date(text);
  if (isIso && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('expected a time such as 2026-01-15T09:30:00Z');
}
