import { AppError } from '@app/common';

/** A field of the request that is wrong, or that cannot be handed on without handing on what it may hold. */
export function refuse(field: string, message: string): never {
  throw new AppError('bad_request', `${field} ${message}`, { errors: [{ field, message }] });
}
