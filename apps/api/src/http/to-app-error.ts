import { HttpException, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, type ErrorCode } from '@app/common';
import { isDatabaseAway } from '@app/core';
import { allowedMethods, otherMethod } from './allowed-methods';
import { codeOf } from './failure-body';
import { withFieldNames } from './field-names';

/** A library's own words may quote the request; these are ours. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request is malformed',
  too_large: 'The request is too large',
  unsupported_media_type: 'This content type is not accepted here',
};

/** Whatever was thrown, as the service's own error. What nobody foresaw tells the caller nothing. */
export function toAppError(thrown: unknown, request: Request): AppError {
  if (thrown instanceof AppError) return withFieldNames(thrown, routeOf(request));
  if (thrown instanceof NotFoundException) return unknownRoute(request);
  if (isDatabaseAway(thrown)) return databaseAway(thrown);
  const status = statusOf(thrown);
  const code = status === undefined ? 'internal' : codeOf(status);
  const message = WORDS[code] ?? 'Something went wrong on our side; the request id finds it in the log';
  return new AppError(WORDS[code] ? code : 'internal', message, {}, { cause: thrown });
}

export const databaseAway = (cause?: unknown): AppError =>
  new AppError(
    'unavailable',
    'The service cannot reach its database; try again in a few seconds',
    { retryAfterS: 5 },
    { cause },
  );

/** Nest's exceptions and those of Express's middleware carry the status that they mean. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}

const routeOf = ({ route }: Request): string | undefined => (route as { path?: string } | undefined)?.path;

/** Nest throws this alone where no route matches; the address may still know another method (405). */
function unknownRoute(request: Request): AppError {
  const allow = allowedMethods(request);
  if (allow.length === 0)
    return new AppError('not_found', 'There is no such address; see /docs for those that exist');
  return otherMethod(allow);
}
