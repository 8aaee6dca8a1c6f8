import type { Attempt, Verdict } from './outcome';

/** Retries are spread by up to this much of their delay, so that a receiver that comes back is not trampled. */
const JITTER = 0.1;

/**
 * What becomes of a delivery after an attempt: the next one is at the later of schedule and `Retry-After`;
 * 410 ends it for good; after the last retry it is exhausted (contract: Webhooks).
 *
 * @param failures failed attempts before this one, since the schedule began
 * @param random from 0 to 1
 */
export function decide(
  { statusCode, error, retryAfterMs }: Attempt,
  failures: number,
  scheduleMs: readonly number[],
  random: number,
): Verdict {
  if (error === null) return { state: 'delivered' };
  if (statusCode === 410) return { state: 'gone' };
  const delay = scheduleMs[failures];
  if (delay === undefined) return { state: 'exhausted' };
  return { state: 'pending', inMs: Math.max(Math.round(delay * (1 + JITTER * random)), retryAfterMs) };
}
