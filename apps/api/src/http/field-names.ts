import { AppError } from '@app/common';

/** What the interface calls the fields and headers that the libs know by names of their own. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  chatId: 'chat_id',
  idempotencyKey: 'Idempotency-Key',
  newName: 'new_name',
  webhookUrl: 'webhook_url',
};

/** These routes call a chat a session (contract: Chat). */
const OF_SESSIONS = /\/(?:rename|delete)-session(?:\/|$)/;

/**
 * An error as the interface speaks of its fields.
 *
 * @param route the pattern of the route that was called, where one was found
 */
export function withFieldNames(error: AppError, route = ''): AppError {
  const { errors = [] } = error.details;
  if (!errors.some(({ field }) => Object.hasOwn(FIELD_NAMES, field))) return error;
  const named = errors.map(({ field, message }) => ({ field: nameOf(field, route), message }));
  const [before, after] = [errors, named].map((list) =>
    list.map(({ field, message }) => `${field} ${message}`).join('; '),
  ) as [string, string];
  const message = error.message.replace(before, () => after);
  return new AppError(error.code, message, { ...error.details, errors: named }, { cause: error });
}

function nameOf(field: string, route: string): string {
  if (field === 'chatId' && OF_SESSIONS.test(route)) return 'session_id';
  return Object.hasOwn(FIELD_NAMES, field) ? FIELD_NAMES[field]! : field;
}
