/**
 * An open transaction of the database, handed from one store to another so that they write together. Only stores
 * look inside (`managerOf` of the database lib).
 */
export interface Transaction {
  readonly queryRunner?: object;
}

/** Opens transactions for use cases whose parts lie in several stores. */
export abstract class Transactions {
  /** Commits what `work` wrote by its transaction, or nothing of it where `work` throws. @returns what `work` returns */
  abstract run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
