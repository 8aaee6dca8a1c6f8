import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes the calls of erased users. Those of others have expired soon after the backup. */
export const restoredGuardedCalls = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'key', id FROM guarded_calls WHERE user_id IN ${ids('user')}`,
    deletion: `DELETE FROM guarded_calls WHERE id IN ${ids('key')} OR user_id IN ${ids('user')}`,
  }) satisfies RestoredRows;
