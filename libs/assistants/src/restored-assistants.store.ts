import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes assistants that were erased after a backup. A shared assistant of an erased user stays without an owner. */
export const restoredAssistants = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'assistant', id FROM assistants WHERE user_id IN ${ids('user')} AND audience = 'self'`,
    dependent: [
      `UPDATE assistants SET user_id = NULL WHERE user_id IN ${ids('user')} AND audience <> 'self'`,
    ],
    deletion: `DELETE FROM assistants WHERE id IN ${ids('assistant')}`,
  }) satisfies RestoredRows;
