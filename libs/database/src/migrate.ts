import { DataSource } from 'typeorm';
import type { DatabaseConfig } from '@app/config';
import { dataSourceOptions } from './data-source-options';

/** Any number, as long as it stays: two machines that migrate at once wait for each other. */
const MIGRATION_LOCK = 8_012_001;

/**
 * Runs the migrations that have not run yet, all in one transaction.
 *
 * @returns the names of those that ran
 */
export async function migrate(config: DatabaseConfig): Promise<string[]> {
  const db = await new DataSource(dataSourceOptions(config)).initialize();
  try {
    const holder = db.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      return (await db.runMigrations({ transaction: 'all' })).map(({ name }) => name);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await holder.release();
    }
  } finally {
    await db.destroy();
  }
}
