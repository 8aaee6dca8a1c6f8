import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { EntityManager, type DataSource } from 'typeorm';
import { Transactions, type RowScope, type Transaction } from '@app/common';
import { inScope } from './scoped';

/** Runs transactions of PostgreSQL at its default isolation level (read committed). */
@Injectable()
export class DatabaseTransactions extends Transactions {
  constructor(@InjectDataSource() private readonly db: DataSource) {
    super();
  }

  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  runFor<T>(scope: RowScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inScope(this.db, scope, work);
  }

  readFor<T>(scope: RowScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const reading = async (tx: EntityManager): Promise<T> => {
      await tx.query('SET TRANSACTION READ ONLY');
      return work(tx);
    };
    return inScope(this.db, scope, reading, 'REPEATABLE READ');
  }
}

/**
 * Returns the entity manager of a transaction, for stores.
 *
 * @throws TypeError if `tx` is no transaction of this database
 */
export function managerOf(tx: Transaction): EntityManager {
  if (!(tx instanceof EntityManager)) throw new TypeError('Expected a transaction of the database');
  return tx;
}
