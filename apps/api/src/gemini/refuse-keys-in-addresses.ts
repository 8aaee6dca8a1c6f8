import type { NextFunction, Request, Response } from 'express';
import { AppError } from '@app/common';

/** Refuses a key in the query, as Google's clients once sent it: addresses are logged by proxies. */
export function refuseKeysInAddresses({ query }: Request, _response: Response, next: NextFunction): void {
  if (query.key === undefined) return next();
  next(new AppError('bad_request', 'The query must not contain a key; send it in the header x-goog-api-key'));
}
