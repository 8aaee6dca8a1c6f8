import type { Attempt } from './outcome';

const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * What a status means: 2xx is delivered, everything else failed; redirects are not followed (contract: Webhooks).
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
