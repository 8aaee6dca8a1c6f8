import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes second factors that were removed after a backup. */
export const restoredFactors = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'key', id FROM second_factors WHERE user_id IN ${ids('user')}`,
    dependent: [`DELETE FROM second_factors WHERE id IN ${ids('key')}`],
  }) satisfies RestoredRows;
