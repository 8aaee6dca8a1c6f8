import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes data keys that were destroyed after a backup. */
export const restoredKeys = (ids: ErasedIds) =>
  ({ deletion: `DELETE FROM data_keys WHERE subject_id IN ${ids('key')}` }) satisfies RestoredRows;
