import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Column, Entity, Index, PrimaryColumn, type DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { AdvisoryLock, managerOf } from '@app/database';

/** A file, or with a trailing slash a folder, to remove from the blob store. */
@Entity('blob_removals')
@Index('blob_removals_by_time', ['dueAt'])
export class BlobRemovalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'blob_removals_pkey' }) name!: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

/**
 * Returns the statement that plans removals at once.
 *
 * @param names a query for the names
 */
export const planningRemovals = (names: string): string =>
  `INSERT INTO blob_removals (name, due_at) SELECT name, now() FROM (${names}) AS given (name) ON CONFLICT DO NOTHING`;

/** Returns which of the names `$1` are planned to be removed, also as a part of a folder. */
export const PLANNED_REMOVALS = `
  SELECT given.name FROM unnest($1::text[]) AS given (name)
  WHERE EXISTS (SELECT FROM blob_removals removal WHERE removal.name = given.name
    OR removal.name = regexp_replace(given.name, '[^/]*$', ''))`;

/** Stores names to remove from the blob store, with their due time. */
@Injectable()
export class BlobRemovalsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * @param afterS seconds until they are due
   * @param transaction if absent, a separate statement
   */
  async plan(names: readonly string[], afterS: number, transaction?: Transaction): Promise<void> {
    const tx = transaction ? managerOf(transaction) : this.db.manager;
    await tx.query(
      `INSERT INTO blob_removals (name, due_at)
       SELECT name, now() + make_interval(secs => $2) FROM unnest($1::text[]) AS given (name)
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
      [names, afterS],
    );
  }

  /**
   * Removes a name from the list, because the file was removed or must stay.
   *
   * @param transaction if absent, a separate statement
   */
  async cancel(name: string, transaction?: Transaction): Promise<void> {
    const tx = transaction ? managerOf(transaction) : this.db.manager;
    await tx.query('DELETE FROM blob_removals WHERE name = $1', [name]);
  }

  /**
   * Returns whether no backup runs at this moment. A backup takes its snapshot after its lock, so one that starts later
   * sees everything that was committed before this call.
   */
  async areAllowed(): Promise<boolean> {
    const [{ free }] = await this.db.query<[{ free: boolean }]>(
      'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
      [AdvisoryLock.backup],
    );
    return free;
  }

  /** Returns due names. Names that stay are due again after `retryS` seconds. */
  async takeDue(limit: number, retryS: number): Promise<string[]> {
    const [rows] = await this.db.query<[{ name: string }[], number]>(
      `UPDATE blob_removals SET due_at = now() + make_interval(secs => $2)
       WHERE name IN (SELECT name FROM blob_removals WHERE due_at <= now() ORDER BY due_at LIMIT $1)
       RETURNING name`,
      [limit, retryS],
    );
    return rows.map(({ name }) => name);
  }
}
