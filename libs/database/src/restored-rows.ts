/**
 * Returns a subquery for the ids of what was erased, cancelled or revoked after a backup.
 *
 * @param kinds kinds of tombstones
 */
export type ErasedIds = (...kinds: readonly string[]) => string;

/** The statements of a lib for rows of its tables that a backup restored, although they were erased after the backup. */
export interface RestoredRows {
  /** A query for rows that are erased with their user: the kind of their tombstone, and their id. */
  ofUsers?: string;
  /** Deletes or changes rows that depend on erased ones, and rights that were revoked. */
  dependent?: readonly string[];
  /** Deletes erased rows. */
  deletion?: string;
}
