import { AppError } from '@app/common';

/** A field at fault, and what is expected of it. */
export const invalid = (field: string, message: string): AppError =>
  new AppError('bad_request', `${field} ${message}`, { errors: [{ field, message }] });
