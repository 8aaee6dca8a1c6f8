import { HttpException, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, codeOfStatus, type ErrorCode } from '@app/common';
import { isDatabaseAway } from '@app/core';
import { allowedMethods, otherMethod } from './allowed-methods';

/** Replacement messages, because a library's own may quote the request. */
const WORDS: Partial<Record<ErrorCode, string>> = {
  bad_request: 'The request is malformed',
  too_large: 'The request is too large',
  unsupported_media_type: 'This content type is not accepted here',
};

/** Returns whatever was thrown as the service's own error. An unexpected error discloses nothing to the caller. */
export function toAppError(thrown: unknown, request: Request): AppError {
  if (thrown instanceof AppError) return withFieldNames(thrown, routeOf(request));
  if (thrown instanceof NotFoundException) return unknownRoute(request);
  if (isDatabaseAway(thrown)) return databaseAway(thrown);
  const status = statusOf(thrown);
  const code = status === undefined ? 'internal' : codeOfStatus(status);
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

/** Returns the status that exceptions of Nest and of Express's middleware carry. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : undefined;
}

const routeOf = ({ route }: Request): string | undefined => (route as { path?: string } | undefined)?.path;

/** Nest throws this only if no route matches. The address may support another method (405). */
function unknownRoute(request: Request): AppError {
  const allow = allowedMethods(request);
  if (allow.length === 0)
    return new AppError('not_found', 'There is no such address; see /docs for those that exist');
  return otherMethod(allow);
}

/** The interface's names of fields and headers for which libs use their own names. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  chatId: 'chat_id',
  expiresAt: 'expires_at',
  idempotencyKey: 'Idempotency-Key',
  newName: 'new_name',
  webhookUrl: 'webhook_url',
};

/** These routes call a chat a session (contract: Chat). */
const OF_SESSIONS = /\/(?:rename|delete)-session(?:\/|$)/;

/** For user management the field has the lib's name (contract: Login and tokens). */
const OF_PEOPLE = /\/users(?:\/invite)?$/;

/**
 * Returns an error with the interface's names of its fields.
 *
 * @param route the pattern of the matched route, if any
 */
export function withFieldNames(error: AppError, route = ''): AppError {
  const { errors = [] } = error.details;
  if (!errors.some(({ field }) => nameOf(field, route) !== field)) return error;
  const named = errors.map(({ field, message }) => ({ field: nameOf(field, route), message }));
  const [before, after] = [errors, named].map((list) =>
    list.map(({ field, message }) => `${field} ${message}`).join('; '),
  ) as [string, string];
  const message = error.message.replace(before, () => after);
  return new AppError(error.code, message, { ...error.details, errors: named }, { cause: error });
}

function nameOf(field: string, route: string): string {
  if (field.startsWith('totalLimits.')) return field.replace('totalLimits', 'total_limits');
  if (field === 'chatId' && OF_SESSIONS.test(route)) return 'session_id';
  if (field === 'userName' && OF_PEOPLE.test(route)) return 'user_name';
  return Object.hasOwn(FIELD_NAMES, field) ? FIELD_NAMES[field]! : field;
}
