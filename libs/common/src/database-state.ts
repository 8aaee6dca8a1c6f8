/** How the database stands, for those who only ask. */
export abstract class DatabaseState {
  /** Rejects where the database does not answer. */
  abstract ping(): Promise<void>;

  /**
   * The names of the migrations that this build knows and the database has not run. Migrations that only the
   * database knows are a newer version's and do no harm: they are additive (rolling deploys).
   */
  abstract pendingMigrations(): Promise<readonly string[]>;
}
