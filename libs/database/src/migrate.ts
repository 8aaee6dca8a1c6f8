import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeIdentifier, escapeLiteral } from 'pg';
import { DataSource } from 'typeorm';
import { packageRoot } from '@app/common';
import type { DatabaseConfig } from '@app/config';
import { AdvisoryLock } from './advisory-locks';
import { dataSourceOptions, type Connection } from './data-source-options';
import { MIGRATIONS } from './migrations';

/** The migrations of this version, by their names. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/**
 * Runs the migrations that have not run yet, all in one transaction; two machines that do so at once wait for each
 * other. Where the owner of the tables has a login of its own, the role of the programs is made and granted what they
 * need, too.
 *
 * @param upTo those that an earlier version had: no other runs, and no role is made yet
 * @returns the names of those that ran
 */
export async function migrate(
  { url, poolSize, ownerUrl = url }: Connection & Partial<DatabaseConfig>,
  upTo?: readonly string[],
): Promise<string[]> {
  const migrations = MIGRATIONS.filter(({ name }) => upTo?.includes(name) ?? true);
  const options = { ...dataSourceOptions({ url: ownerUrl, poolSize }), migrations };
  const db = await new DataSource(options).initialize();
  try {
    const holder = db.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.migration]);
    try {
      const ran = await db.runMigrations({ transaction: 'all' });
      if (!upTo && ownerUrl !== url) await provideAppRole(db, url);
      return ran.map(({ name }) => name);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [AdvisoryLock.migration]);
      await holder.release();
    }
  } finally {
    await db.destroy();
  }
}

/** Undoes every migration, newest first: an empty database remains. For tests and for starting over. */
export async function revertAll(connection: Connection): Promise<void> {
  const db = await new DataSource(dataSourceOptions(connection)).initialize();
  try {
    const [{ count }] = await db.query<[{ count: number }]>('SELECT count(*)::int AS count FROM migrations');
    for (let done = 0; done < count; done += 1) await db.undoLastMigration({ transaction: 'all' });
  } finally {
    await db.destroy();
  }
}

/** What the role may do, and the name that it has there. */
const GRANTS = 'docker/app-role.sql';
const NAME = /\bprivacy_chat_app\b/g;

/**
 * Makes the role that the programs log in as, where it is missing, and grants it what they need. Can be repeated, and
 * leaves the password of a role that is there as it is.
 *
 * @param owner a connection as the owner of the tables, who may make roles where this one is missing
 * @param url with which the programs log in
 */
export async function provideAppRole(owner: DataSource, url: string): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  const grants = await readFile(join(packageRoot(), GRANTS), 'utf8');
  await owner.transaction(async (manager) => {
    const known: unknown[] = await manager.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const role = escapeIdentifier(name);
    if (known.length === 0)
      await manager.query(
        `CREATE ROLE ${role} LOGIN PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
      );
    await manager.query(grants.replaceAll(NAME, () => role));
  });
}
