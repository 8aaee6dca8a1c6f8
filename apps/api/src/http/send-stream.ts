import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { AppError } from '@app/common';

/**
 * Sends a stream no faster than the client reads it. An error breaks the connection, so that the client does not take a
 * partial response for a complete one.
 *
 * @throws AppError `bad_request` if the client disconnected, which is no failure of the service; other errors of the
 * stream
 */
export async function sendStream(body: Readable, response: Response): Promise<void> {
  await pipeline(body, response).catch(refuseUnlessGone);
}

function refuseUnlessGone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  throw new AppError('bad_request', 'The client disconnected');
}
