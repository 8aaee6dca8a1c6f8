import type { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations';

/**
 * The names of the migrations that this build knows and the database has not run. Migrations that only the
 * database knows are a newer version's and do no harm: they are additive (rolling deploys).
 */
export async function pendingMigrations(db: DataSource): Promise<string[]> {
  const [{ found }] = await db.query<[{ found: string | null }]>(
    `SELECT to_regclass('migrations')::text AS found`,
  );
  const rows = found ? await db.query<{ name: string }[]>('SELECT name FROM migrations') : [];
  const done = new Set(rows.map(({ name }) => name));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}
