import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes chats that were erased after a backup. */
export const restoredChats = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'chat', id FROM chats WHERE user_id IN ${ids('user')}`,
    deletion: `DELETE FROM chats WHERE id IN ${ids('chat')}`,
  }) satisfies RestoredRows;
