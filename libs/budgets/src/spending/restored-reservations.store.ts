import type { ErasedIds, RestoredRows } from '@app/database';

/** Deletes reservations of users who were erased after a backup. */
export const restoredReservations = (ids: ErasedIds) =>
  ({ dependent: [`DELETE FROM budget_reservations WHERE user_id IN ${ids('user')}`] }) satisfies RestoredRows;
