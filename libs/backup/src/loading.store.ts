import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectToMigrate, type MigratingConnection } from '@app/database';
import { BACKUP_APPLICATION, prepare } from './backup-connection';
import { notEmpty } from './empty-schema.store';
import type { TableFile } from './manifest';

/** Triggers that would react to restored rows as if they were new, and the statements that enable them. */
const TRIGGERS = `
  SELECT tgrelid::regclass::text AS table, tgname AS name,
    CASE tgenabled WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END AS enable
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = 'public'::regnamespace
    AND (tgtype & 4) <> 0 /* on INSERT */`;

const REFERENCES = `
  SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent
  FROM pg_constraint
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`;

/** Loads the rows of a backup in one transaction, which the caller commits. */
export class LoadingStore {
  private constructor(private readonly connection: MigratingConnection) {}

  get client(): ClientBase {
    return this.connection.client;
  }

  /** @param url connects as the owner of the tables */
  static async begin(url: string): Promise<LoadingStore> {
    const connection = await connectToMigrate(url, BACKUP_APPLICATION);
    await prepare(connection.client);
    await connection.client.query('BEGIN');
    return new LoadingStore(connection);
  }

  /**
   * @param rows opens the rows of a table
   * @throws AppError `conflict` if a table already contains rows; Error if their number differs from the manifest
   */
  async load(tables: readonly TableFile[], rows: (table: TableFile) => Promise<Readable>): Promise<void> {
    await this.lockEmpty(tables);
    const { rows: triggers } = await this.client.query<{ table: string; name: string; enable: string }>(
      TRIGGERS,
    );
    const alter = (table: string, what: string, name: string): string =>
      `ALTER TABLE ${escapeIdentifier(table)} ${what} TRIGGER ${escapeIdentifier(name)}`;
    for (const { table, name } of triggers) await this.client.query(alter(table, 'DISABLE', name));
    for (const table of await this.parentsFirst(tables)) await this.copy(table, await rows(table));
    for (const { table, name, enable } of triggers) await this.client.query(alter(table, enable, name));
    // The planner has no statistics of new rows.
    await this.client.query('ANALYZE');
  }

  /** Runs the migrations of later versions than that of the backup. */
  async migrate(): Promise<void> {
    await this.connection.runPending();
  }

  async commit(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /** Rolls back if the transaction was not committed. */
  async close(): Promise<void> {
    await this.connection.close();
  }

  /** Locks the tables against inserts and checks that they are empty. */
  private async lockEmpty(tables: readonly TableFile[]): Promise<void> {
    const names = tables.map(({ table }) => escapeIdentifier(table));
    await this.client.query(`LOCK TABLE ${names.join(', ')} IN EXCLUSIVE MODE`);
    for (const name of names) {
      const { rows } = await this.client.query(`SELECT FROM ${name} LIMIT 1`);
      if (rows.length > 0) throw notEmpty();
    }
  }

  private async copy({ table, columns, rows: expected }: TableFile, rows: Readable): Promise<void> {
    const list = columns.map(escapeIdentifier).join(', ');
    const copying = this.client.query(copyFrom(`COPY ${escapeIdentifier(table)} (${list}) FROM STDIN`));
    await pipeline(rows, copying);
    if (copying.rowCount !== expected)
      throw new Error(`${table}: ${copying.rowCount} rows were loaded, not ${expected}`);
  }

  /** Sorts the tables so that referenced rows are inserted first. */
  private async parentsFirst(tables: readonly TableFile[]): Promise<TableFile[]> {
    const { rows: references } = await this.client.query<{ child: string; parent: string }>(REFERENCES);
    const byName = new Map(tables.map((table) => [table.table, table]));
    const ordered = new Set<TableFile>();
    const visit = (table: TableFile | undefined, path: readonly string[]): void => {
      if (!table || ordered.has(table)) return;
      if (path.includes(table.table))
        throw new Error(`Tables refer to each other in a cycle: ${path.join(', ')}`);
      for (const { child, parent } of references)
        if (child === table.table) visit(byName.get(parent), [...path, table.table]);
      ordered.add(table);
    };
    for (const table of tables) visit(table, []);
    return [...ordered];
  }
}
