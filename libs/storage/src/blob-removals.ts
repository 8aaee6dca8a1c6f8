import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { Log } from '@app/observability';
import { BlobStore } from './blob-store';

/** Removals in one round of the sweep. */
const STEP = 100;
/** What could not be removed is tried again after this long. */
const RETRY_S = 60;
/** A file that is being written belongs to a row long before this, or nobody will ever know of it. */
const UNCLAIMED_S = 3_600;
/** A write that began so long ago is none any more. */
const UNFINISHED_MS = 24 * 3_600_000;

/**
 * What has to go from the blob store, written down in the transaction that deletes what knows of it: a store that is
 * down, or a process that dies in between, leaves nothing for good. A name that ends with a slash is a folder.
 */
@Injectable()
export class BlobRemovals {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly blobs: BlobStore,
    private readonly log: Log,
  ) {}

  /** Part of a deletion; {@link carryOut} it after the commit. */
  async plan(transaction: Transaction, names: readonly string[]): Promise<void> {
    const tx = managerOf(transaction);
    await this.insert(tx, names, 0);
  }

  /** Before a file is written that only a later transaction makes somebody's: without {@link claim} there, it goes. */
  async expectClaim(name: string): Promise<void> {
    await this.insert(this.db.manager, [name], UNCLAIMED_S);
  }

  async claim(transaction: Transaction, name: string): Promise<void> {
    const tx = managerOf(transaction);
    await tx.query('DELETE FROM blob_removals WHERE name = $1', [name]);
  }

  /** Removes these now. What fails is logged, and left to the sweep. */
  async carryOut(names: readonly string[]): Promise<void> {
    try {
      for (const name of names) await this.remove(name);
    } catch (error) {
      this.log.error('storage.blob_left', error);
    }
  }

  /**
   * Removes what is due, and what broken-off writes have left.
   *
   * @returns how many there were
   * @throws AppError `unavailable` where the store is down
   */
  async sweep(): Promise<number> {
    const [rows] = await this.db.query<[{ name: string }[], number]>(
      `UPDATE blob_removals SET due_at = now() + make_interval(secs => $2)
       WHERE name IN (SELECT name FROM blob_removals WHERE due_at <= now() ORDER BY due_at LIMIT $1)
       RETURNING name`,
      [STEP, RETRY_S],
    );
    for (const { name } of rows) await this.remove(name);
    await this.blobs.deleteUnfinished(new Date(Date.now() - UNFINISHED_MS));
    return rows.length;
  }

  private async remove(name: string): Promise<void> {
    await (name.endsWith('/') ? this.blobs.deletePrefix(name) : this.blobs.delete(name));
    await this.claim(this.db.manager, name);
  }

  private async insert(tx: EntityManager, names: readonly string[], afterS: number): Promise<void> {
    await tx.query(
      `INSERT INTO blob_removals (name, due_at)
       SELECT name, now() + make_interval(secs => $2) FROM unnest($1::text[]) AS given (name)
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at`,
      [names, afterS],
    );
  }
}
