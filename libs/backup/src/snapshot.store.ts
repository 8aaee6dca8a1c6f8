import type { Readable } from 'node:stream';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BATCH_FILES } from '@app/batches';
import { keyedSubjects } from '@app/data-keys';
import { AdvisoryLock } from '@app/database';
import { DOCUMENT_FILES } from '@app/documents';
import { UPLOAD_FILES } from '@app/job-files';
import { IMAGE_FILES } from '@app/sessions';
import { MARKED_STORE, PLANNED_REMOVALS } from '@app/storage';
import { connect } from './backup-connection';
import type { TableFile } from './manifest';

/** Migrations are run, not restored as rows. */
const TABLES = `
  SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
    AND relname <> 'migrations' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  GROUP BY relname ORDER BY relname`;

/**
 * A read-only transaction with a snapshot of the database. No file is removed from the blob store while it is open: the
 * connection holds an advisory lock that deletions check. If the connection breaks, the lock and the snapshot end
 * together.
 */
export class SnapshotStore {
  private constructor(
    private readonly client: Client,
    readonly takenAt: Date,
  ) {}

  /**
   * Waits for a running backup.
   *
   * @param url connects as the owner of the tables, or as the role of backups
   */
  static async take(url: string): Promise<SnapshotStore> {
    const client = await connect(url);
    try {
      // Locks before the snapshot. Files that could be removed before the lock were already deleted from the tables.
      await client.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.backup]);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query<{ at: Date }>('SELECT now() AS at');
      return new SnapshotStore(client, rows[0]!.at);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async migrations(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
    return rows.map(({ name }) => name);
  }

  /** Returns the id with which the file store of this installation is marked; undefined if it is not marked yet. */
  async markedStore(): Promise<string | undefined> {
    return (await this.client.query<{ id: string }>(MARKED_STORE)).rows[0]?.id;
  }

  async tables(): Promise<Pick<TableFile, 'table' | 'columns'>[]> {
    return (await this.client.query<Pick<TableFile, 'table' | 'columns'>>(TABLES)).rows;
  }

  /** Returns a table's rows in COPY's text format. */
  rows({ table, columns }: Pick<TableFile, 'table' | 'columns'>): Readable {
    const list = columns.map(escapeIdentifier).join(', ');
    return this.client.query(copyTo(`COPY (SELECT ${list} FROM ${escapeIdentifier(table)}) TO STDOUT`));
  }

  /** Returns the subjects that had a data key. */
  async withKeys(subjectIds: readonly string[]): Promise<Set<string>> {
    const { text, values } = keyedSubjects(subjectIds);
    const { rows } = await this.client.query<{ id: string }>(text, [...values]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Returns the names of files that rows name. */
  async namedFiles(): Promise<string[]> {
    const names: string[] = [];
    for (const query of [DOCUMENT_FILES, IMAGE_FILES, UPLOAD_FILES, BATCH_FILES])
      for (const { name } of (await this.client.query<{ name: string }>(query)).rows) names.push(name);
    return names;
  }

  /** Returns which of these files are planned to be removed. */
  async plannedRemovals(names: readonly string[]): Promise<Set<string>> {
    const { rows } = await this.client.query<{ name: string }>(PLANNED_REMOVALS, [names]);
    return new Set(rows.map(({ name }) => name));
  }

  /** @throws Error if the connection broke, because files may have been removed since */
  async end(): Promise<void> {
    await this.client.query('COMMIT');
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
