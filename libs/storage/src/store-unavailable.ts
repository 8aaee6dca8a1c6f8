import { AppError } from '@app/common';

/** What the store itself failed with stays inside: it may hold paths, bucket names and addresses. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The file store cannot be reached; try again later', {}, { cause });
