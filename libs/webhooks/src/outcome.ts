/** Why an attempt failed, as the job's owner may know it (contract: Webhooks). */
export type AttemptError = 'timeout' | 'connection' | 'tls' | 'address' | 'redirect' | 'status';

/** What came of one call. */
export interface Attempt {
  statusCode: number | null;
  error: AttemptError | null;
  /** How long the receiver asks to be left alone. */
  retryAfterMs: number;
}

/** What becomes of the delivery. */
export type Verdict = { state: 'delivered' | 'gone' | 'exhausted' } | { state: 'pending'; inMs: number };
