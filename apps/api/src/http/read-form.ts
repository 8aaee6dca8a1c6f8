import { PassThrough, type Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { AppError } from '@app/common';

const LIMITS = {
  files: 1,
  fields: 250,
  parts: 260,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
};
const FIELD = 'file';

/** The parts of a form that are files. */
export interface FileParts {
  parts: readonly { name: string; maxCount: number }[];
  /** Returns the error for any other part with a file. */
  refusal(): AppError;
}

/**
 * Reads a multipart/form-data body with one part `file`, which `storage` consumes while it arrives. Fields may precede
 * and follow it.
 *
 * @param limits what differs from the usual limits
 * @param files the parts with files, if they are others
 * @throws AppError `bad_request` or `unsupported_media_type`; errors of `storage`
 */
export async function readForm(
  request: Request,
  response: Response,
  storage: StorageEngine,
  limits: Partial<typeof LIMITS> = {},
  files?: FileParts,
): Promise<void> {
  if (!/^multipart\/form-data *;.*boundary=/i.test(request.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Content-Type must be multipart/form-data with a boundary');
  const form = multer({ storage, limits: { ...LIMITS, ...limits }, defParamCharset: 'latin1' });
  const read = files ? form.fields(files.parts) : form.single(FIELD);
  const refusal = files?.refusal ?? oneFileExpected;
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) =>
      error ? reject(asAppError(error, request, refusal)) : resolve(),
    );
  });
  // Multer leaves a request unread that has no content, or an empty boundary.
  request.body ??= {};
}

/**
 * Returns the content of a part as a separate stream, which its reader may destroy. Destroying the part itself is an error of
 * the form's parser, which hides that of the reader.
 */
export function streamOf(part: Readable): Readable {
  // Readers receive the error. Without this listener, an error before the first reader would end the process.
  const content = new PassThrough().on('error', () => undefined);
  const breakOff = (): void => {
    if (!part.readableEnded)
      content.destroy(part.errored ?? new AppError('bad_request', 'The upload was aborted'));
  };
  return part.once('error', breakOff).once('close', breakOff).pipe(content);
}

/** Returns the content of a part. @param receive called with each piece; what it throws ends the form */
export async function contentOf(stream: Readable, receive: (piece: Buffer) => void): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // Multer ends the stream of a file that is refused; destroying it here would be an error of its parser.
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    receive(piece);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Returns the part's file name. Browsers send its UTF-8 bytes unescaped. A name that is not UTF-8 stays unchanged. */
export function partName({ originalname }: Express.Multer.File): string {
  if (/[^\0-\u00ff]/.test(originalname)) return originalname;
  const decoded = Buffer.from(originalname, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? originalname : decoded;
}

export const oneFileExpected = (): AppError =>
  new AppError('bad_request', 'A multipart body must have one part with a file, named file', {
    errors: [{ field: FIELD, message: 'must be the only part with a file' }],
  });

/** Busboy, and multer for the last ones, throw these as plain errors, so only their messages identify them. */
const MALFORMED =
  /^(Malformed (part header|content type)|Multipart: Boundary not found|Unexpected end of (form|file)|Request (aborted|closed|error))$/;

/**
 * Returns the service's own error for a malformed form. Other failures, for example of a store, are not the form's
 * fault.
 */
function asAppError(error: unknown, request: Request, refusal: () => AppError): unknown {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') return refusal();
    return new AppError('bad_request', 'The form has too many parts, or too long ones', {}, { cause: error });
  }
  const isCutOff = request.destroyed && !request.complete;
  if (!isCutOff && !(error instanceof Error && MALFORMED.test(error.message))) return error;
  return new AppError('bad_request', 'The multipart body is malformed or cut off', {}, { cause: error });
}
