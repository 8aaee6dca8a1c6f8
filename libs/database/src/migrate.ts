import { DataSource } from 'typeorm';
import type { DatabaseConfig } from '@app/config';
import { AdvisoryLock } from './advisory-locks';
import { dataSourceOptions, type Login } from './data-source-options';
import { provideAppRole } from './provide-app-role';

/**
 * Runs the migrations that have not run yet, all in one transaction; two machines that do so at once wait for each other. Where the owner of the tables has a login of its own,
 * the role of the programs is made and granted what they need, too.
 *
 * @returns the names of those that ran
 */
export async function migrate({
  url,
  poolSize,
  ownerUrl = url,
}: Login & Partial<DatabaseConfig>): Promise<string[]> {
  const db = await new DataSource(dataSourceOptions({ url: ownerUrl, poolSize })).initialize();
  try {
    const holder = db.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.migration]);
    try {
      const ran = await db.runMigrations({ transaction: 'all' });
      if (ownerUrl !== url) await provideAppRole(db, url);
      return ran.map(({ name }) => name);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [AdvisoryLock.migration]);
      await holder.release();
    }
  } finally {
    await db.destroy();
  }
}
