import { PassThrough, type Readable } from 'node:stream';
import type { Request } from 'express';
import { AppError } from '@app/common';

/** Wraps the body of a request in a separate stream, so that destroying it does not close the connection. */
export function bodyOf(request: Request): Readable {
  // Readers receive the error. Without this listener, an error before the first reader would end the process.
  const body = new PassThrough().on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) body.destroy(new AppError('bad_request', 'The upload was aborted'));
  });
  return request.pipe(body);
}
