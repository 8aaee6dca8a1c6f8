import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { ALL_OWNERS, newId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { inScope, managerOf, runIn, runOnce, statement, type Statement } from '@app/database';
import type { BatchEndpoint, StoredLine } from '@app/openai-gateway';
import { BlobRemovals } from '@app/storage';
import { hiddenBlobOf, type BatchState, type BatchStatus, type BatchWords, type StoredBatch } from './batch';
import type { Page } from './batch-files.store';

type BatchColumns = KeyColumns & {
  id: string;
  organization_id: string;
  user_id: string;
  input_file_id: string;
  endpoint: BatchEndpoint;
  status: BatchStatus;
  state: BatchState;
  sealed: Buffer;
  revision: number;
  created_at: Date;
};

/** What a worker changes of a batch. */
export interface BatchChange {
  status: BatchStatus;
  state: BatchState;
  /** If absent, they stay */
  words?: BatchWords;
  /** If absent, it stays */
  table?: string;
  /** Null after the end */
  dueAt: Date | null;
}

/** Another worker has continued the batch, or it was deleted. */
export class LostBatch extends Error {}

/** A value that no batch has. */
const NO_WORDS: BatchWords = { metadata: null, faults: [] };

const wordsBinding = (id: string): string => `batches.sealed:${id}`;
const tableBinding = (id: string): string => `batches.sealed_table:${id}`;
const lineBinding = (id: string, number: number): string => `batch_lines.sealed:${id}:${number}`;

/** Stores batches and what restores their lines. */
@Injectable()
export class BatchesStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly removals: BlobRemovals,
  ) {}

  async create(
    owner: Owner,
    batch: Pick<StoredBatch, 'inputFileId' | 'endpoint' | 'state' | 'words' | 'createdAt'>,
  ): Promise<StoredBatch> {
    const id = newId();
    const { inputFileId, endpoint, state, words, createdAt } = batch;
    const status = 'validating';
    const key = await inScope(this.db, owner, async (tx) => {
      const made = await this.keys.create(tx, id);
      await tx.query(
        `INSERT INTO batches (id, organization_id, user_id, input_file_id, endpoint, status, state, sealed, revision,
           created_at, due_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, $9, $9)`,
        [
          id,
          owner.organizationId,
          owner.userId,
          inputFileId,
          endpoint,
          status,
          state,
          made.seal(JSON.stringify(words), wordsBinding(id)),
          createdAt,
        ],
      );
      return made;
    });
    return { ...batch, id, owner, status, revision: 0, key };
  }

  async find(owner: Owner, id: string): Promise<StoredBatch | undefined> {
    const query = statement(
      `SELECT ${this.columns} FROM batches WHERE organization_id = $1 AND user_id = $2 AND id = $3`,
      [owner.organizationId, owner.userId, id],
    );
    return (await runOnce<BatchColumns>(this.db, query, owner)).rows.map((row) => this.read(row))[0];
  }

  async page(owner: Owner, { after, limit, order }: Page): Promise<StoredBatch[]> {
    const query = statement(
      `SELECT ${this.columns} FROM batches WHERE organization_id = $1 AND user_id = $2
         AND ($3::uuid IS NULL OR id ${order === 'asc' ? '>' : '<'} $3)
       ORDER BY id ${order === 'asc' ? 'ASC' : 'DESC'} LIMIT $4`,
      [owner.organizationId, owner.userId, after ?? null, limit],
    );
    return (await runOnce<BatchColumns>(this.db, query, owner)).rows.map((row) => this.read(row));
  }

  /** Lets a worker cancel a batch. @returns whether it had not ended */
  async askToCancel(owner: Owner, id: string, now: Date): Promise<boolean> {
    const query = statement(
      `UPDATE batches SET status = 'cancelling', due_at = $4, state = jsonb_set(state, '{times,cancelling}', $5)
       WHERE organization_id = $1 AND user_id = $2 AND id = $3
         AND status IN ('validating', 'in_progress', 'finalizing')`,
      [owner.organizationId, owner.userId, id, now, String(Math.floor(now.getTime() / 1000))],
    );
    return (await runOnce(this.db, query, owner)).count > 0;
  }

  /** Leases a due batch of any owner to this process. */
  async takeDue(now: Date, leasedUntil: Date): Promise<StoredBatch | undefined> {
    const query = statement(
      `UPDATE batches SET due_at = $2, revision = revision + 1 WHERE id =
         (SELECT id FROM batches WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${this.columns}`,
      [now, leasedUntil],
    );
    return (await runOnce<BatchColumns>(this.db, query, ALL_OWNERS)).rows.map((row) => this.read(row))[0];
  }

  /**
   * Changes a leased batch. A cancellation that was requested meanwhile stays.
   *
   * @param more statements that run with it
   * @throws LostBatch
   */
  async change(
    batch: StoredBatch,
    { status, state, words, table, dueAt }: BatchChange,
    more: readonly Statement[] = [],
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const { id, owner, revision, key } = batch;
    if (!key) throw new LostBatch('The key of the batch is deleted');
    await inScope(this.db, owner, async (tx) => {
      const [, count] = await tx.query<[unknown[], number]>(
        `UPDATE batches SET
           status = CASE WHEN status = 'cancelling' AND $5 IN ('validating', 'in_progress', 'finalizing')
             THEN status ELSE $5 END,
           state = $6::jsonb || CASE WHEN status = 'cancelling'
             THEN jsonb_build_object('times', $6::jsonb->'times' || (state->'times')) ELSE '{}' END,
           sealed = coalesce($7, sealed), sealed_table = coalesce($8, sealed_table), due_at = $9
         WHERE organization_id = $1 AND user_id = $2 AND id = $3 AND revision = $4`,
        [
          owner.organizationId,
          owner.userId,
          id,
          revision,
          status,
          state,
          words ? key.seal(JSON.stringify(words), wordsBinding(id)) : null,
          table === undefined ? null : key.seal(table, tableBinding(id)),
          dueAt,
        ],
      );
      if (count === 0) throw new LostBatch('The batch is not leased to this process');
      if (more.length > 0) await runIn(tx, more);
      await also?.(tx);
    });
  }

  /**
   * Lets a leased batch be due at another time: earlier than its lease ends, or later.
   *
   * @throws LostBatch
   */
  async postpone(batch: StoredBatch, dueAt: Date): Promise<void> {
    await inScope(this.db, batch.owner, (tx) => this.extend(tx, batch, dueAt));
  }

  /**
   * Stores what restores some lines, and extends the lease.
   *
   * @throws LostBatch
   */
  async addLines(
    batch: StoredBatch,
    lines: readonly (readonly [number: number, line: StoredLine])[],
    leasedUntil: Date,
  ): Promise<void> {
    const { id, owner } = batch;
    const key = keyOf(batch);
    await inScope(this.db, owner, async (tx) => {
      await this.extend(tx, batch, leasedUntil);
      await tx.query(
        `INSERT INTO batch_lines (batch_id, number, sealed)
         SELECT $1, number, sealed FROM unnest($2::integer[], $3::bytea[]) AS given (number, sealed)
         ON CONFLICT (batch_id, number) DO UPDATE SET sealed = excluded.sealed`,
        [
          id,
          lines.map(([number]) => number),
          lines.map(([number, line]) => key.seal(JSON.stringify(line), lineBinding(id, number))),
        ],
      );
    });
  }

  private async extend(
    tx: EntityManager,
    { id, owner, revision }: StoredBatch,
    leasedUntil: Date,
  ): Promise<void> {
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE batches SET due_at = $5 WHERE organization_id = $1 AND user_id = $2 AND id = $3 AND revision = $4`,
      [owner.organizationId, owner.userId, id, revision, leasedUntil],
    );
    if (count === 0) throw new LostBatch('The batch is not leased to this process');
  }

  /** Returns what restores some lines, by number. */
  async lines(batch: StoredBatch, numbers: readonly number[]): Promise<Map<number, StoredLine>> {
    const { id, owner } = batch;
    const key = keyOf(batch);
    const query = statement(
      `SELECT number, batch_lines.sealed FROM batch_lines JOIN batches ON batches.id = batch_id
       WHERE organization_id = $1 AND user_id = $2 AND batch_id = $3 AND number = ANY ($4)`,
      [owner.organizationId, owner.userId, id, numbers],
    );
    const { rows } = await runOnce<{ number: number; sealed: Buffer }>(this.db, query, owner);
    return new Map(
      rows.map(({ number, sealed }) => [
        number,
        JSON.parse(key.openText(sealed, lineBinding(id, number))) as StoredLine,
      ]),
    );
  }

  /** Returns the numbers of the lines of a batch, in ascending order. */
  async numbers({ id, owner }: StoredBatch): Promise<number[]> {
    const query = statement(
      `SELECT number FROM batch_lines JOIN batches ON batches.id = batch_id
       WHERE organization_id = $1 AND user_id = $2 AND batch_id = $3 ORDER BY number`,
      [owner.organizationId, owner.userId, id],
    );
    const { rows } = await runOnce<{ number: number }>(this.db, query, owner);
    return rows.map(({ number }) => number);
  }

  /** Returns the entity table of a batch; undefined before its lines are hidden, and after its end. */
  async table(batch: StoredBatch): Promise<string | undefined> {
    const { id, owner, key } = batch;
    const query = statement(
      'SELECT sealed_table FROM batches WHERE organization_id = $1 AND user_id = $2 AND id = $3',
      [owner.organizationId, owner.userId, id],
    );
    const { rows } = await runOnce<{ sealed_table: Buffer | null }>(this.db, query, owner);
    const sealed = rows[0]?.sealed_table;
    return sealed && key ? key.openText(sealed, tableBinding(id)) : undefined;
  }

  /** Deletes what restores the results of a batch. */
  async forgetLines(tx: Transaction, { id, owner }: StoredBatch): Promise<void> {
    const manager = managerOf(tx);
    await manager.query(
      'UPDATE batches SET sealed_table = NULL WHERE organization_id = $1 AND user_id = $2 AND id = $3',
      [owner.organizationId, owner.userId, id],
    );
    await manager.query('DELETE FROM batch_lines WHERE batch_id = $1', [id]);
  }

  /** Destroys the key of a batch that has ended: its words become unreadable. */
  async destroyKey(tx: Transaction, { organizationId, userId }: Owner, id: string): Promise<void> {
    const rows = await managerOf(tx).query<unknown[]>(
      `SELECT FROM batches WHERE organization_id = $1 AND user_id = $2 AND id = $3 AND due_at IS NULL`,
      [organizationId, userId, id],
    );
    if (rows.length > 0) await this.keys.destroy(tx, [id]);
  }

  /**
   * Deletes all batches of a user.
   *
   * @param left receives what is at a provider
   * @returns their number
   */
  async deleteAll(
    owner: Owner,
    left: (tx: Transaction, batches: Pick<StoredBatch, 'state'>[]) => Promise<void>,
  ): Promise<number> {
    return inScope(this.db, owner, async (tx) => {
      const [rows] = await tx.query<[BatchColumns[], number]>(
        `DELETE FROM batches WHERE organization_id = $1 AND user_id = $2 RETURNING ${this.columns}`,
        [owner.organizationId, owner.userId],
      );
      await this.forget(tx, rows, left);
      return rows.length;
    });
  }

  /** Deletes batches of all owners that ended long ago. @returns their number, at most `limit` */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    return inScope(this.db, ALL_OWNERS, async (tx) => {
      const [rows] = await tx.query<[BatchColumns[], number]>(
        `DELETE FROM batches WHERE id = ANY (ARRAY(SELECT id FROM batches WHERE created_at < $1 AND due_at IS NULL
           ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
         RETURNING ${this.columns}`,
        [time, limit],
      );
      await this.forget(tx, rows);
      return rows.length;
    });
  }

  private async forget(
    tx: EntityManager,
    rows: readonly BatchColumns[],
    left?: (tx: Transaction, batches: Pick<StoredBatch, 'state'>[]) => Promise<void>,
  ): Promise<void> {
    if (rows.length === 0) return;
    // Decrypts nothing: data that cannot be read is deleted, too.
    await left?.(tx, [...rows]);
    const ids = rows.map(({ id }) => id);
    await this.keys.destroy(tx, ids);
    await this.removals.plan(tx, ids.map(hiddenBlobOf));
  }

  private get columns(): string {
    return `id, organization_id, user_id, input_file_id, endpoint, status, state, sealed, revision, created_at,
      ${this.keys.columnsOf('batches.id')}`;
  }

  private read(row: BatchColumns): StoredBatch {
    const { id, endpoint, status, state, revision } = row;
    const key = this.keys.read(id, row);
    return {
      id,
      owner: { organizationId: row.organization_id, userId: row.user_id },
      inputFileId: row.input_file_id,
      endpoint,
      status,
      state,
      revision,
      createdAt: row.created_at,
      words: key ? (JSON.parse(key.openText(row.sealed, wordsBinding(id))) as BatchWords) : NO_WORDS,
      ...(key && { key }),
    };
  }
}

export function keyOf({ key }: StoredBatch): DataKey {
  if (!key) throw new LostBatch('The key of the batch is deleted');
  return key;
}
