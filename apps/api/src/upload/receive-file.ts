import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import { AppError } from '@app/common';
import { bodyOf } from '../http/body-of';
import { oneFileExpected, partName, readForm, streamOf } from '../http/read-form';

/** Processes a file while it arrives. The result is undone if the rest of the form is invalid. */
export interface FileTaker<T> {
  take(content: Readable, partName: string | undefined): Promise<T>;
  discard(taken: T): Promise<void>;
}

type Taken<T> = Express.Multer.File & { taken?: T };
type Stored<T> = Partial<Express.Multer.File> & { taken: T };

/**
 * Passes on the file in a request's body while it arrives: the raw bytes, or the part `file` of multipart/form-data
 * (contract: Upload).
 *
 * @throws AppError `bad_request` or `unsupported_media_type`; errors of `take`
 */
export async function receiveFile<T>(request: Request, response: Response, taker: FileTaker<T>): Promise<T> {
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity')
    throw new AppError('unsupported_media_type', 'The file must be sent without Content-Encoding');
  return /^multipart\//i.test(request.headers['content-type'] ?? '')
    ? receivePart(request, response, taker)
    : taker.take(bodyOf(request), undefined);
}

async function receivePart<T>(request: Request, response: Response, taker: FileTaker<T>): Promise<T> {
  await readForm(request, response, {
    _handleFile: (_, file, done) =>
      callbackify(async (): Promise<Stored<T>> => ({
        taken: await taker.take(streamOf(file.stream), partName(file)),
      }))(done),
    _removeFile: (_, file: Taken<T>, done) =>
      callbackify(async () => file.taken !== undefined && taker.discard(file.taken))(done),
  });
  const file = request.file as Taken<T> | undefined;
  if (file?.taken === undefined) throw oneFileExpected();
  return file.taken;
}
