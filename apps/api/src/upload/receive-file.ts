import { PassThrough, type Readable } from 'node:stream';
import busboy, { type Busboy } from 'busboy';
import type { Request } from 'express';
import { AppError } from '@app/common';

/** What is done with the file while it arrives. */
export type TakeFile<T> = (content: Readable, partName: string | undefined) => Promise<T>;

const FIELD = 'file';
const PARTS = { files: 2, fields: 20, parts: 22, fieldSize: 64 * 1024, headerPairs: 20 };

/**
 * Hands on the file in a request's body while it arrives: the raw bytes, or the part `file` of multipart/form-data
 * (contract 6).
 *
 * @throws AppError `bad_request`, `unsupported_media_type`; what `take` throws
 */
export async function receiveFile<T>(request: Request, take: TakeFile<T>): Promise<T> {
  if (request.headers['content-encoding'] && request.headers['content-encoding'] !== 'identity')
    throw new AppError('unsupported_media_type', 'The file must be sent without Content-Encoding');
  return /^multipart\//i.test(request.headers['content-type'] ?? '')
    ? receivePart(request, take)
    : take(bodyOf(request), undefined);
}

/** The body behind a stream of its own: whoever ends that one early does not end the connection. */
function bodyOf(request: Request): Readable {
  // Whoever reads it hears of its failure; until somebody does, nobody would.
  const body = new PassThrough().on('error', () => undefined);
  request.once('close', () => {
    if (!request.complete) body.destroy(brokenOff());
  });
  return request.pipe(body);
}

async function receivePart<T>(request: Request, take: TakeFile<T>): Promise<T> {
  const form = formReader(request);
  return new Promise<T>((resolve, reject) => {
    let taken: Promise<T> | undefined;
    const fail = (error: Error) => {
      request.unpipe(form);
      reject(error);
    };
    form.on('file', (name, content, { filename }) => {
      if (name !== FIELD || taken) {
        content.resume();
        fail(oneFile());
        return;
      }
      // A part that is cut off fails with the form reader's own words.
      const part = content.on('error', () => undefined);
      taken = take(part, utf8Name(filename));
      taken.catch(fail);
    });
    form.on('error', () => fail(malformed()));
    form.on('close', () => (taken ? taken.then(resolve, reject) : reject(oneFile())));
    request.once('close', () => {
      if (!request.complete) form.destroy(brokenOff());
    });
    request.pipe(form);
  });
}

function formReader({ headers }: Request): Busboy {
  try {
    return busboy({ headers, limits: PARTS, defParamCharset: 'latin1' });
  } catch {
    throw new AppError('unsupported_media_type', 'Content-Type must be multipart/form-data with a boundary');
  }
}

/** Browsers send the name's UTF-8 bytes as they are; where they are none, the name stands as it is. */
function utf8Name(name: string | undefined): string | undefined {
  if (!name || /[^\0-\u00ff]/.test(name)) return name;
  const decoded = Buffer.from(name, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? name : decoded;
}

const oneFile = (): AppError =>
  new AppError('bad_request', 'A multipart body must have one part with a file, named file', {
    errors: [{ field: FIELD, message: 'must be the one part with a file' }],
  });
const malformed = (): AppError => new AppError('bad_request', 'The multipart body is malformed or cut off');
const brokenOff = (): AppError => new AppError('bad_request', 'The upload was broken off');
