import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { AppError } from '@app/common';

/**
 * Sends what is read, no faster than the client takes it. What breaks off, breaks the connection: nobody takes half of
 * it for all.
 *
 * @throws AppError `bad_request` where the client went away: no failure of ours; whatever else breaks off is
 */
export async function sendStream(body: Readable, response: Response): Promise<void> {
  await pipeline(body, response).catch(refuseUnlessGone);
}

function refuseUnlessGone(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  throw new AppError('bad_request', 'The client went away');
}
