import type { AttemptError } from '../store/webhooks.entities';

/** The result of one attempt. */
export interface Attempt {
  statusCode: number | null;
  error: AttemptError | null;
  /** The delay that the receiver requests. */
  retryAfterMs: number;
}

/** The next state of the delivery. */
export type Verdict = { state: 'delivered' | 'gone' | 'exhausted' } | { state: 'pending'; inMs: number };

const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Judges a status: 2xx is delivered, everything else failed; redirects are not followed (contract: Webhooks).
 *
 * @param retryAfter the header of that name: seconds, or an HTTP date (RFC 9110, section 10.2.3)
 */
export function judge(statusCode: number, retryAfter: string | undefined, now: Date): Attempt {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, retryAfterMs: 0 };
  const error = statusCode >= 300 && statusCode < 400 ? 'redirect' : 'status';
  return { statusCode, error, retryAfterMs: readRetryAfter(retryAfter, now) };
}

function readRetryAfter(header: string | undefined, now: Date): number {
  if (!header) return 0;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

/** Retries are delayed by up to this fraction more, so that a recovering receiver is not overloaded. */
const JITTER = 0.1;

/**
 * Decides what happens after an attempt: the next attempt is at the later of schedule and `Retry-After`; 410 ends the
 * delivery permanently; after the last retry it is exhausted (contract: Webhooks).
 *
 * @param failures failed attempts before this one, since the schedule started
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
