import type { ErasedIds, RestoredRows } from '@app/database';

/** Removes users who were erased after a backup from their calls. */
export const restoredUsage = (ids: ErasedIds) =>
  ({
    dependent: [`UPDATE token_usage SET user_id = NULL, key_id = NULL WHERE user_id IN ${ids('user')}`],
  }) satisfies RestoredRows;
