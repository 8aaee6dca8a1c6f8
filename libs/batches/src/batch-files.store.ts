import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runOnce, statement } from '@app/database';
import { BlobRemovals } from '@app/storage';
import { blobOf, type StoredFile } from './batch';

/** A page of a list, in OpenAI's terms. */
export interface Page {
  /** The id of the last row of the page before */
  after?: string;
  limit: number;
  order: 'asc' | 'desc';
}

type FileRow = KeyColumns & {
  id: string;
  organization_id: string;
  user_id: string;
  batch_id: string | null;
  name: Buffer;
  bytes: string;
  created_at: Date;
};

const bindingOf = (id: string): string => `batch_files.name:${id}`;

/** Stores files with requests and results: row, key and blob, which are created and deleted together. */
@Injectable()
export class BatchFilesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly removals: BlobRemovals,
  ) {}

  /** Creates a file without content, so that nothing is stored without a row. */
  async create(owner: Owner, name: string, createdAt: Date, batchId: string | null = null) {
    const id = newId();
    const key = await inScope(this.db, owner, async (tx) => {
      const made = await this.keys.create(tx, id);
      await tx.query(
        `INSERT INTO batch_files (id, organization_id, user_id, batch_id, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [id, owner.organizationId, owner.userId, batchId, made.seal(name, bindingOf(id)), createdAt],
      );
      return made;
    });
    return { id, key };
  }

  /** Completes a file. From now on its owner sees it. */
  async complete(owner: Owner, id: string, bytes: number, transaction?: Transaction): Promise<void> {
    const text = 'UPDATE batch_files SET bytes = $4 WHERE organization_id = $1 AND user_id = $2 AND id = $3';
    const values = [owner.organizationId, owner.userId, id, bytes];
    if (transaction) await managerOf(transaction).query(text, values);
    else await runOnce(this.db, statement(text, values), owner);
  }

  async find(owner: Owner, id: string): Promise<StoredFile | undefined> {
    const query = statement(
      `SELECT ${this.columns} FROM batch_files
       WHERE organization_id = $1 AND user_id = $2 AND id = $3 AND bytes IS NOT NULL`,
      [owner.organizationId, owner.userId, id],
    );
    const { rows } = await runOnce<FileRow>(this.db, query, owner);
    return rows.map((row) => this.read(row))[0];
  }

  /** @param ofResults whether only files with results are listed, or only those with requests */
  async page(owner: Owner, { after, limit, order }: Page, ofResults?: boolean): Promise<StoredFile[]> {
    const query = statement(
      `SELECT ${this.columns} FROM batch_files
       WHERE organization_id = $1 AND user_id = $2 AND bytes IS NOT NULL
         AND ($3::uuid IS NULL OR id ${order === 'asc' ? '>' : '<'} $3)
         AND ($4::boolean IS NULL OR (batch_id IS NOT NULL) = $4)
       ORDER BY id ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT $5`,
      [owner.organizationId, owner.userId, after ?? null, ofResults ?? null, limit],
    );
    return (await runOnce<FileRow>(this.db, query, owner)).rows.map((row) => this.read(row));
  }

  /**
   * @param also runs in the same transaction, if there was such a file
   * @returns whether the owner had such a file
   */
  async delete(owner: Owner, id: string, also?: (tx: Transaction) => Promise<void>): Promise<boolean> {
    const deleted = await inScope(this.db, owner, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(
        'DELETE FROM batch_files WHERE organization_id = $1 AND user_id = $2 AND id = $3 RETURNING id',
        [owner.organizationId, owner.userId, id],
      );
      if (rows.length > 0) await this.forget(tx, [id]);
      if (rows.length > 0) await also?.(tx);
      return rows.length > 0;
    });
    if (deleted) await this.removals.carryOut([blobOf(id)]);
    return deleted;
  }

  /** Deletes the files with results that a worker left incomplete. */
  async deleteIncomplete(owner: Owner, batchId: string): Promise<void> {
    const ids = await inScope(this.db, owner, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(
        `DELETE FROM batch_files WHERE organization_id = $1 AND user_id = $2 AND batch_id = $3 AND bytes IS NULL
         RETURNING id`,
        [owner.organizationId, owner.userId, batchId],
      );
      const found = rows.map(({ id }) => id);
      await this.forget(tx, found);
      return found;
    });
    await this.removals.carryOut(ids.map(blobOf));
  }

  /** Returns whether a batch has a file with results. */
  async hasResults(tx: Transaction, { organizationId, userId }: Owner, batchId: string): Promise<boolean> {
    const rows = await managerOf(tx).query<unknown[]>(
      'SELECT FROM batch_files WHERE organization_id = $1 AND user_id = $2 AND batch_id = $3 LIMIT 1',
      [organizationId, userId, batchId],
    );
    return rows.length > 0;
  }

  /** Deletes old files of all owners, also of uploads that were broken off. @returns their number, at most `limit` */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    const ids = await inScope(this.db, ALL_OWNERS, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(
        `DELETE FROM batch_files WHERE id = ANY (ARRAY
           (SELECT id FROM batch_files WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING id`,
        [time, limit],
      );
      const found = rows.map(({ id }) => id);
      await this.forget(tx, found);
      return found;
    });
    await this.removals.carryOut(ids.map(blobOf));
    return ids.length;
  }

  /** Deletes all files of a user. @returns their number */
  async deleteAll(owner: Owner): Promise<number> {
    const ids = await inScope(this.db, owner, async (tx) => {
      const [rows] = await tx.query<[{ id: string }[], number]>(
        'DELETE FROM batch_files WHERE organization_id = $1 AND user_id = $2 RETURNING id',
        [owner.organizationId, owner.userId],
      );
      const found = rows.map(({ id }) => id);
      await this.forget(tx, found);
      return found;
    });
    await this.removals.carryOut(ids.map(blobOf));
    return ids.length;
  }

  private async forget(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.keys.destroy(tx, ids);
    await this.removals.plan(tx, ids.map(blobOf));
  }

  private get columns(): string {
    return `id, organization_id, user_id, batch_id, name, bytes, created_at, ${this.keys.columnsOf('batch_files.id')}`;
  }

  private read(row: FileRow): StoredFile {
    const { id, batch_id: batchId, bytes, created_at: createdAt } = row;
    const key: DataKey = this.keys.readPresent(id, row);
    const owner = { organizationId: row.organization_id, userId: row.user_id };
    const name = key.openText(row.name, bindingOf(id));
    return { id, owner, batchId, name, bytes: Number(bytes), createdAt, key };
  }
}
