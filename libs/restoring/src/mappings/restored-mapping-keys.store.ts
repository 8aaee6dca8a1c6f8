import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes the keys of mappings that were destroyed after a backup, and those of erased users. */
export const restoredMappingKeys = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'key', id FROM mapping_keys WHERE user_id IN ${ids('user')}`,
    deletion: `DELETE FROM mapping_keys WHERE id IN ${ids('key')} OR user_id IN ${ids('user')}`,
  }) satisfies RestoredRows;
