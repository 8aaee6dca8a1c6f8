import express, { type Request, type Response } from 'express';
import { AppError } from '@app/common';
import { bodyTooLarge } from './json-body.interceptor';

/** More fields than any form of the service has. */
const MOST_FIELDS = 20;

/**
 * Reads the fields of a form without files, for a route that reads its body itself.
 *
 * @param limit maximum size in bytes
 * @throws AppError `unsupported_media_type`, `too_large`, or `bad_request` if the body is not such a form
 */
export async function readUrlEncoded(
  request: Request,
  response: Response,
  limit: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (!request.is('application/x-www-form-urlencoded'))
    throw new AppError('unsupported_media_type', 'Content-Type must be application/x-www-form-urlencoded');
  const parse = express.urlencoded({ extended: false, limit, parameterLimit: MOST_FIELDS });
  await new Promise<void>((resolve, reject) => {
    parse(request, response, (error?: unknown) => (error ? reject(asAppError(error, limit)) : resolve()));
  });
  return request.body as Readonly<Record<string, unknown>>;
}

const asAppError = (error: unknown, limit: number): AppError =>
  (error as { type?: string }).type === 'entity.too.large'
    ? bodyTooLarge(limit)
    : new AppError('bad_request', 'The body is not a valid form', {}, { cause: error });
