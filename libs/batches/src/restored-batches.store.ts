import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes batches and files that were deleted, and those of erased users. */
export const restoredBatches = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'key', id FROM batches WHERE user_id IN ${ids('user')}
      UNION ALL SELECT 'key', id FROM batch_files WHERE user_id IN ${ids('user')}`,
    dependent: [
      `DELETE FROM batch_files WHERE id IN ${ids('key')} OR user_id IN ${ids('user')}`,
      `DELETE FROM batches WHERE id IN ${ids('key')} OR user_id IN ${ids('user')}`,
    ],
  }) satisfies RestoredRows;
