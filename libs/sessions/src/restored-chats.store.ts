import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes chats that were erased after a backup. */
export const restoredChats = (ids: ErasedIds) =>
  ({
    ofUsers: `SELECT 'chat', id FROM chats WHERE user_id IN ${ids('user')}`,
    deletion: `DELETE FROM chats WHERE id IN ${ids('chat')}`,
  }) satisfies RestoredRows;

/** Deletes links to chats that ended after a backup. Those of an erased chat are deleted with it. */
export const restoredShares = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM chat_shares WHERE id IN ${ids('chat_share')}`] }) satisfies RestoredRows;

/** Deletes suggestions that were decided or withdrawn after a backup. Nothing opens them any longer. */
export const restoredSuggestions = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM suggestions WHERE id IN ${ids('key')}`] }) satisfies RestoredRows;
