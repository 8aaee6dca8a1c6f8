import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Column, Entity, Index, PrimaryColumn, type DataSource } from 'typeorm';
import type { Transaction } from '@app/common';
import { AdvisoryLock, managerOf } from '@app/database';

/** A file, or with a slash at its end a folder, that has to go from the blob store. */
@Entity('blob_removals')
@Index('blob_removals_by_time', ['dueAt'])
export class BlobRemovalRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'blob_removals_pkey' }) name!: string;
  @Column('timestamptz', { name: 'due_at' }) dueAt!: Date;
}

/** What has to go from the blob store, by name, and when it is due. */
@Injectable()
export class BlobRemovalsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * @param afterS seconds from now until they are due
   * @param transaction not given: a statement of its own
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

  /** It is gone, or need not go. @param transaction not given: a statement of its own */
  async cancel(name: string, transaction?: Transaction): Promise<void> {
    const tx = transaction ? managerOf(transaction) : this.db.manager;
    await tx.query('DELETE FROM blob_removals WHERE name = $1', [name]);
  }

  /**
   * Whether no backup runs at this moment. A backup takes its snapshot after its lock: one that begins after this was
   * answered sees everything that was committed before it was asked.
   */
  async areAllowed(): Promise<boolean> {
    const [{ free }] = await this.db.query<[{ free: boolean }]>(
      'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
      [AdvisoryLock.backup],
    );
    return free;
  }

  /** Names that are due; where they stay, they are so again after `retryS` seconds. */
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
