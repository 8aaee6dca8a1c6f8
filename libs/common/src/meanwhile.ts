import { setImmediate as untilSent } from 'node:timers/promises';

/**
 * Starts work after the current requests were sent, to use the time until they are answered. A failure is thrown when the
 * result is awaited.
 */
export function meanwhile<T>(work: () => T | Promise<T>): Promise<T> {
  const result = untilSent().then(work);
  result.catch(() => undefined);
  return result;
}
