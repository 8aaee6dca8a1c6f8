import { AppError } from '@app/common';
import { migrate, MIGRATION_NAMES } from '@app/database';
import { connect } from './backup-connection';
import type { RestoreTarget } from './restore-target';

/** Creates the tables of the empty database for a restore. */
export class EmptySchemaStore {
  constructor(private readonly database: RestoreTarget) {}

  /**
   * Creates the tables as they were when the backup was made.
   *
   * @param migrations the migrations that had run then
   * @throws AppError `conflict` if the backup is of a later version, or the database contains other tables
   */
  async make(migrations: readonly string[]): Promise<void> {
    const unknown = migrations.filter((name) => !MIGRATION_NAMES.includes(name));
    if (unknown.length > 0)
      throw new AppError(
        'conflict',
        `A later version made this backup: this one does not know the migration ${unknown[0]}; restore it with that version`,
      );
    await this.assertFree(migrations);
    await migrate(this.database, migrations);
  }

  /** Configures the programs' role. */
  async complete(): Promise<void> {
    await migrate(this.database);
  }

  /**
   * Checks that there are no tables, or only those of the same migrations. Whether they are empty is checked after
   * locking them.
   */
  private async assertFree(migrations: readonly string[]): Promise<void> {
    const client = await connect(this.database.ownerUrl);
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      );
      if (tables.length === 0) return;
      const isOurs = tables.some(({ name }) => name === 'migrations');
      const { rows } = isOurs
        ? await client.query<{ name: string }>('SELECT name FROM migrations')
        : { rows: [] };
      const ran = new Set(rows.map(({ name }) => name));
      if (ran.size !== migrations.length || migrations.some((name) => !ran.has(name))) throw notEmpty();
    } finally {
      await client.end();
    }
  }
}

export const notEmpty = (): AppError =>
  new AppError(
    'conflict',
    'DATABASE_URL: the database contains tables of another version, or rows; expected a new, empty database',
  );
