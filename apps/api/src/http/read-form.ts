import type { Request, Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { AppError } from '@app/common';
import { isDatabaseAway } from '@app/database';

const LIMITS = { files: 1, fields: 20, parts: 30, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 };
const FIELD = 'file';

/**
 * Reads a multipart/form-data body with one part `file`, which `storage` takes while it arrives; fields may stand
 * before and after it.
 *
 * @throws AppError `bad_request`, `unsupported_media_type`; what `storage` fails with
 */
export async function readForm(request: Request, response: Response, storage: StorageEngine): Promise<void> {
  if (!/^multipart\/form-data *;.*boundary=/i.test(request.get('content-type') ?? ''))
    throw new AppError('unsupported_media_type', 'Content-Type must be multipart/form-data with a boundary');
  const read = multer({ storage, limits: LIMITS, defParamCharset: 'latin1' }).single(FIELD);
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error ? reject(asAppError(error)) : resolve()));
  });
}

/** The part's file name: browsers send its UTF-8 bytes as they are; where they are none, it stands as it is. */
export function partName({ originalname }: Express.Multer.File): string {
  if (/[^\0-\u00ff]/.test(originalname)) return originalname;
  const decoded = Buffer.from(originalname, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? originalname : decoded;
}

export const oneFileExpected = (): AppError =>
  new AppError('bad_request', 'A multipart body must have one part with a file, named file', {
    errors: [{ field: FIELD, message: 'must be the one part with a file' }],
  });

/** Multer's words for what is wrong with a form, as ours. A store that went away meanwhile is not the form's fault. */
function asAppError(error: unknown): unknown {
  if (error instanceof AppError || isDatabaseAway(error)) return error;
  if (!(error instanceof MulterError))
    return new AppError('bad_request', 'The multipart body is malformed or cut off', {}, { cause: error });
  if (error.code === 'LIMIT_UNEXPECTED_FILE' || error.code === 'LIMIT_FILE_COUNT') return oneFileExpected();
  return new AppError('bad_request', 'The form has too many parts, or too long ones', {}, { cause: error });
}
