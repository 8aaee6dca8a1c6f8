import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes evaluations that were erased after a backup, by their keys, and texts that were deleted alone. */
export const restoredEvaluations = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'key', id FROM evaluations WHERE user_id IN ${ids('user')}`,
    dependent: [`DELETE FROM evaluation_texts WHERE id IN ${ids('evaluation_text')}`],
    deletion: `DELETE FROM evaluations WHERE id IN ${ids('key')}`,
  }) satisfies RestoredRows;
