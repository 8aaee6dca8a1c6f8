import type { ErasedIds, RestoredRows } from '@app/database';

/** Removes users who were erased after a backup from their calls. */
export const restoredCalls = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM audit_call_actors WHERE user_id IN ${ids('user')}`] }) satisfies RestoredRows;
