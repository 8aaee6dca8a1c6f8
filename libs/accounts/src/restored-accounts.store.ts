import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes users who were erased after a backup, and ends rights that were revoked. */
export const restoredAccounts = (ids: ErasedIds) =>
  ({
    dependent: [
      `UPDATE api_keys SET revoked_at = now() WHERE revoked_at IS NULL AND id IN ${ids('revoked_key')}`,
      `UPDATE users SET active = false WHERE id IN ${ids('inactive_user')}`,
    ],
    deletion: `DELETE FROM users WHERE id IN ${ids('user')}`,
  }) satisfies RestoredRows;

/** Ends all logins, because some were ended since the backup and it is unknown which. */
export const END_RESTORED_LOGINS = 'UPDATE logins SET ended_at = now() WHERE ended_at IS NULL';
