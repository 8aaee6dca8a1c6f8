import type { Transaction } from '@app/common';
import { managerOf } from './database-transactions';

/** The service's advisory locks in PostgreSQL. Any numbers, as long as they stay: two programs mean one thing by one. */
export enum AdvisoryLock {
  Migration = 8_012_001,
  Sweep = 8_012_030,
  OldDocuments = 8_012_050,
}

/** @returns whether this transaction has the lock from now to its end; false where another one has it */
export async function tryLock(transaction: Transaction, lock: AdvisoryLock): Promise<boolean> {
  const [row] = await managerOf(transaction).query<[{ mine: boolean }]>(
    'SELECT pg_try_advisory_xact_lock($1) AS mine',
    [lock],
  );
  return row.mine;
}
