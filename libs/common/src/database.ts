import type { RowScope } from './scope';

/** The state of the database, for status checks. */
export abstract class DatabaseState {
  /** Returns false if the database is read-only, as a standby is. Rejects if it does not answer. */
  abstract isWritable(): Promise<boolean>;

  /**
   * Returns the names of the migrations that this build knows and the database has not run. Migrations that only the
   * database knows belong to a newer version and are harmless: they are additive (rolling deploys).
   */
  abstract pendingMigrations(): Promise<readonly string[]>;

  /** Returns the version of PostgreSQL, such as `18.1`. */
  abstract version(): Promise<string>;
}

/**
 * An open transaction of the database, passed from one store to another so that they write together. Only stores access
 * its content (`managerOf` of the database lib).
 */
export interface Transaction {
  readonly queryRunner?: object;
}

/** Opens transactions for use cases that write to several stores. */
export abstract class Transactions {
  /**
   * Commits what `work` wrote by its transaction, or rolls it back if `work` throws. It can access organizations,
   * users and logins, and add to the audit trail. A statement on rows that have an owner fails here.
   *
   * @returns what `work` returns
   */
  abstract run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /**
   * Like `run`, for the rows of a scope. PostgreSQL hides all others from each statement, and refuses to insert any.
   */
  abstract runFor<T>(scope: RowScope, work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** Like `runFor`, for work that only reads. All statements see the rows of one moment (repeatable read). */
  abstract readFor<T>(scope: RowScope, work: (tx: Transaction) => Promise<T>): Promise<T>;
}
