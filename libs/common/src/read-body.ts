import type { z } from 'zod';
import { AppError } from './app-error';

/** Limit for the faults in one answer: the first faults of a long list are enough to explain it. */
const SHOWN_FAULTS = 20;

/**
 * Returns a part of a request in the form of a schema.
 *
 * @param named fields that are objects with names that the caller chose: messages do not repeat those names
 * @throws AppError `bad_request` that names each invalid field, such as `results[3].start`, and quotes no values
 */
export function readBody<T>(schema: z.ZodType<T>, given: unknown, named: readonly string[] = []): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .slice(0, SHOWN_FAULTS)
    .map(({ path, message }) => ({ field: nameOf(path, named), message }));
  const message = errors.map(({ field, message: fault }) => `${field} ${fault}`).join('; ');
  throw new AppError('bad_request', message, { errors });
}

function nameOf(path: readonly PropertyKey[], named: readonly string[]): string {
  let name = '';
  for (const part of path) {
    name += typeof part === 'number' ? `[${part}]` : `${name === '' ? '' : '.'}${String(part)}`;
    if (named.includes(name)) break;
  }
  return name === '' ? 'body' : name;
}
