import type { Transaction } from '@app/common';
import { managerOf } from './database-transactions';

/**
 * The numbers of all PostgreSQL advisory locks that the service uses. A number never changes, because programs of two
 * versions may run at the same time. In addition, a webhook signing secret is locked by a hash of its organization.
 */
export const AdvisoryLock = {
  /** Serializes two machines that migrate at the same time. */
  migration: 8_012_001,
  /** Allows one worker at a time to sweep jobs. */
  jobSweep: 8_012_030,
  /** Allows one worker at a time to sweep webhooks. */
  webhookSweep: 8_012_040,
  /** Allows one worker at a time to sweep documents. */
  documentSweep: 8_012_050,
  /** Held by a running backup. Code that deletes files checks whether it is free. */
  backup: 8_012_060,
  /** Allows one test suite to create the database that the others copy. */
  testTemplate: 8_012_901,
} as const;

type Lock = (typeof AdvisoryLock)[keyof typeof AdvisoryLock];

/** @returns whether this transaction acquired the lock until its end; false if another one has it */
export async function tryLock(transaction: Transaction, lock: Lock): Promise<boolean> {
  const [row] = await managerOf(transaction).query<[{ mine: boolean }]>(
    'SELECT pg_try_advisory_xact_lock($1) AS mine',
    [lock],
  );
  return row.mine;
}
