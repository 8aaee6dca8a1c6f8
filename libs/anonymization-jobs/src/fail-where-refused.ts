import { BlockedByPolicy } from '@app/anonymization';
import { AppError } from '@app/common';
import { JobFailure } from '@app/jobs';

/** Converts a refusal of the text, which a retry would repeat, to a permanent failure. */
export function failWhereRefused(error: unknown): never {
  if (error instanceof BlockedByPolicy)
    throw new JobFailure('blocked_by_policy', `Blocked by policy: ${error.kinds.join(', ')}`, {
      cause: error,
    });
  if (error instanceof AppError && error.code === 'too_many_values')
    throw new JobFailure('too_many_values', error.message, { cause: error });
  throw error;
}
