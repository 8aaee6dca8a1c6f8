import type { Transaction } from '@app/common';
import { managerOf } from './database-transactions';

/**
 * Every number of a PostgreSQL advisory lock that the service takes. A number stays what it is: programs of two
 * versions run beside each other. Beside these, webhook signing secrets are locked by a hash of their organization.
 */
export const AdvisoryLock = {
  /** Two machines that migrate at once wait for each other. */
  migration: 8_012_001,
  /** One worker at a time sweeps jobs. */
  jobSweep: 8_012_030,
  /** One worker at a time sweeps documents. */
  documentSweep: 8_012_050,
  /** A running backup has it; what removes files asks whether it is free. */
  backup: 8_012_060,
  /** One test suite makes the database that the others copy. */
  testTemplate: 8_012_901,
} as const;

type Lock = (typeof AdvisoryLock)[keyof typeof AdvisoryLock];

/** @returns whether this transaction has the lock from now to its end; false where another one has it */
export async function tryLock(transaction: Transaction, lock: Lock): Promise<boolean> {
  const [row] = await managerOf(transaction).query<[{ mine: boolean }]>(
    'SELECT pg_try_advisory_xact_lock($1) AS mine',
    [lock],
  );
  return row.mine;
}
