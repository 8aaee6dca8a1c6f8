import type { Response } from 'express';

/** Aborted where the client goes away before its answer is whole. */
export function clientGone(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
