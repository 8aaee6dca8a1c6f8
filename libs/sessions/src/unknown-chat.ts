import { AppError } from '@app/common';

/** Malformed, unknown or someone else's: all the same (contract: Addresses and the envelope). */
export function unknownChat(field: 'chat_id' | 'session_id' = 'chat_id'): AppError {
  const message = 'must be the id of one of your chats';
  return new AppError('bad_request', `${field} ${message}`, { errors: [{ field, message }] });
}
