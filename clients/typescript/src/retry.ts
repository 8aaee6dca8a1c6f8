import { retryAfterOf } from './errors.ts';

/** A longer wait is left to the caller. */
const LONGEST_WAIT_S = 30;
const TEMPORARY: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The submissions of jobs. Their header `Idempotency-Key` makes a retry safe. */
const SUBMISSION = /\/job\/(?:anonymize|anonymize-file|transcribe)$/;

export type Send = (request: Request) => Promise<Response>;
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>;

/**
 * Returns `send` with retries. A request is sent again if it only reads, if it submits a job, or if the rate limit refused it
 * before the service did anything. A prompt is never sent twice.
 *
 * @param wait waits before a retry, and rejects if the request is aborted
 */
export function retrying(send: Send, maxRetries: number, wait: Wait = sleep): Send {
  return async (original) => {
    const request = withKey(original);
    for (let retries = 0; ; retries++) {
      if (retries === maxRetries) return send(request);
      let delayS = 0.5 * 2 ** retries * (0.5 + Math.random() / 2);
      try {
        const response = await send(request.clone());
        if (!mayRetry(request, response)) return response;
        delayS = retryAfterOf(response.headers) ?? delayS;
        if (delayS > LONGEST_WAIT_S) return response;
        await response.body?.cancel();
      } catch (error) {
        if (request.signal.aborted || !isRepeatable(request)) throw error;
      }
      await wait(delayS, request.signal);
    }
  };
}

/** Returns the request of a submission with a key that is the same for all its retries. */
function withKey(request: Request): Request {
  if (!isSubmission(request) || request.headers.has('Idempotency-Key')) return request;
  const keyed = new Request(request);
  keyed.headers.set('Idempotency-Key', crypto.randomUUID());
  return keyed;
}

const isSubmission = ({ method, url }: Request): boolean =>
  method === 'POST' && SUBMISSION.test(new URL(url).pathname);

const isRepeatable = (request: Request): boolean => request.method === 'GET' || isSubmission(request);

function mayRetry(request: Request, { status, headers }: Response): boolean {
  if (!TEMPORARY.has(status) || headers.get('X-Should-Retry') === 'false') return false;
  return isRepeatable(request) || headers.get('X-Error-Code') === 'too_many_requests';
}

/** Waits, and rejects if the signal aborts. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
