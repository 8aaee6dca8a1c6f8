import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, escapeIdentifier, escapeLiteral, type ClientBase } from 'pg';
import {
  DataSource,
  MigrationExecutor,
  QueryFailedError,
  type DataSourceOptions,
  type QueryRunner,
} from 'typeorm';
import { describeError, packageRoot } from '@app/common';
import type { DatabaseConfig } from '@app/config';
import { AdvisoryLock } from './advisory-locks';
import { dataSourceOptions, type Connection } from './data-source-options';
import { isDatabaseAway } from './database-errors';
import { MIGRATIONS } from './migrations';

/** The names of the migrations of this version. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map(({ name }) => name);

/**
 * The time for which a migration waits for a table. Statements of the running programs wait behind it meanwhile. If it and
 * a statement wait for each other, the migration must give up first: PostgreSQL ends one of them after a second
 * (`deadlock_timeout`).
 */
const LOCK_TIMEOUT_MS = 100;
const RETRY_AFTER_MS = 500;
const ATTEMPTS = 600;
/** A database that starts beside the migrations may be unreachable for about 30 seconds. */
const CONNECTION_ATTEMPTS = 60;

/** Codes of PostgreSQL: `lock_not_available`, `deadlock_detected`. */
const LOCKED = new Set(['55P03', '40P01']);

/**
 * Runs all pending migrations in one transaction. It waits for a database that is starting. If the running programs use a
 * table that a migration changes, it rolls back and tries again, for about five minutes, so that no request fails. Two
 * machines that migrate at the same time run one after the other. If the owner of the tables has a separate login, it also
 * creates the role of the programs and grants its privileges; so it does for the role of backups, if there is one.
 *
 * @param upTo the migrations of an earlier version: no others run, and no role is created
 * @returns the names of the migrations that ran
 * @throws Error if the database cannot be reached for about 30 seconds
 */
export async function migrate(
  { url, poolSize, ownerUrl = url, backupUrl }: Connection & Partial<DatabaseConfig>,
  upTo?: readonly string[],
): Promise<string[]> {
  const migrations = MIGRATIONS.filter(({ name }) => upTo?.includes(name) ?? true);
  const db = await connected({ ...dataSourceOptions({ url: ownerUrl, poolSize }), migrations });
  try {
    const holder = db.createQueryRunner();
    await holder.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.migration]);
    try {
      await holder.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const ran = await runPending(db, holder);
      if (!upTo && ownerUrl !== url) await provideRole(db, url, APP_ROLE);
      if (!upTo && backupUrl) await provideRole(db, backupUrl, BACKUP_ROLE);
      return ran.map(({ name }) => name);
    } finally {
      await holder.query('SELECT pg_advisory_unlock($1)', [AdvisoryLock.migration]);
      await holder.release();
    }
  } finally {
    await db.destroy();
  }
}

/** A connection on which the caller's transaction contains migrations and other statements. */
export interface MigratingConnection {
  client: ClientBase;
  /** Runs the pending migrations in the open transaction. */
  runPending(): Promise<void>;
  close(): Promise<void>;
}

/** @param url connects as the owner of the tables */
export async function connectToMigrate(url: string, applicationName: string): Promise<MigratingConnection> {
  // Without pipelining, which cannot stream rows.
  const options = { ...dataSourceOptions({ url, poolSize: 2 }), applicationName, extra: {} };
  const db = await new DataSource(options).initialize();
  const runner = db.createQueryRunner();
  return {
    client: (await runner.connect()) as ClientBase,
    runPending: async () => {
      const executor = new MigrationExecutor(db, runner);
      executor.transaction = 'none';
      await executor.executePendingMigrations();
    },
    close: async () => {
      await runner.release();
      await db.destroy();
    },
  };
}

/** Connects. Waits for a database that is starting. */
async function connected(options: DataSourceOptions): Promise<DataSource> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await new DataSource(options).initialize();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (attempt === CONNECTION_ATTEMPTS)
        throw new Error(`PostgreSQL cannot be reached: ${describeError(error).code}`, { cause: error });
      await pause(RETRY_AFTER_MS);
    }
  }
}

async function runPending(db: DataSource, runner: QueryRunner): Promise<{ name: string }[]> {
  for (let attempt = 1; ; attempt += 1) {
    const executor = new MigrationExecutor(db, runner);
    executor.transaction = 'all';
    try {
      return await executor.executePendingMigrations();
    } catch (error) {
      if (!isLocked(error) || attempt === ATTEMPTS) throw error;
      await pause(RETRY_AFTER_MS);
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof QueryFailedError &&
  error.driverError instanceof DatabaseError &&
  LOCKED.has(error.driverError.code ?? '');

/** Reverts every migration, newest first, until the database is empty. For tests and for starting over. */
export async function revertAll(connection: Connection): Promise<void> {
  const db = await new DataSource(dataSourceOptions(connection)).initialize();
  try {
    const [{ count }] = await db.query<[{ count: number }]>('SELECT count(*)::int AS count FROM migrations');
    for (let done = 0; done < count; done += 1) await db.undoLastMigration({ transaction: 'all' });
  } finally {
    await db.destroy();
  }
}

/** A role: the file with its privileges, its name in that file, and its attributes. */
interface Role {
  grants: string;
  name: RegExp;
  attributes: string;
}
const APP_ROLE: Role = { grants: 'docker/app-role.sql', name: /\bprivacy_chat_app\b/g, attributes: '' };
const BACKUP_ROLE: Role = {
  grants: 'docker/backup-role.sql',
  name: /\bprivacy_chat_backup\b/g,
  attributes: 'BYPASSRLS',
};

/**
 * Creates a role if it is missing, and grants its privileges. It is idempotent, and does not change the password of an
 * existing role.
 *
 * @param owner a connection as the owner of the tables, who must be able to create roles if this one is missing
 * @param url the URL with which the role logs in
 */
async function provideRole(
  owner: DataSource,
  url: string,
  { grants: file, name: inFile, attributes }: Role,
): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  const grants = await readFile(join(packageRoot(), file), 'utf8');
  await owner.transaction(async (manager) => {
    const known: unknown[] = await manager.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const role = escapeIdentifier(name);
    if (known.length === 0)
      await manager.query(
        `CREATE ROLE ${role} LOGIN ${attributes} PASSWORD ${escapeLiteral(decodeURIComponent(password))}`,
      );
    await manager.query(grants.replaceAll(inFile, () => role));
  });
}
