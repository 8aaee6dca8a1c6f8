import type { RowScope } from './scope';

/** How the database stands, for those who only ask. */
export abstract class DatabaseState {
  /** Returns false if the database only reads, as a standby does. Rejects if it does not answer. */
  abstract isWritable(): Promise<boolean>;

  /**
   * The names of the migrations that this build knows and the database has not run. Migrations that only the
   * database knows are a newer version's and do no harm: they are additive (rolling deploys).
   */
  abstract pendingMigrations(): Promise<readonly string[]>;

  /** PostgreSQL's, such as `18.1`. */
  abstract version(): Promise<string>;
}

/**
 * An open transaction of the database, handed from one store to another so that they write together. Only stores
 * look inside (`managerOf` of the database lib).
 */
export interface Transaction {
  readonly queryRunner?: object;
}

/** Opens transactions for use cases whose parts lie in several stores. */
export abstract class Transactions {
  /**
   * Commits what `work` wrote by its transaction, or nothing of it where `work` throws. It reaches accounts, keys and
   * the trail; a statement on rows that have an owner fails here.
   *
   * @returns what `work` returns
   */
  abstract run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** The same, on the rows of a scope: PostgreSQL hides all others from each of its statements, and refuses to add any. */
  abstract runFor<T>(scope: RowScope, work: (tx: Transaction) => Promise<T>): Promise<T>;
}
