import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, type DataSource, type EntityManager } from 'typeorm';
import { type Owner } from '@app/common';
import { DataKeys, type DataKey } from '@app/crypto';
import { Log } from '@app/observability';
import { BlobStore } from '@app/storage';
import { documentFolder } from './blob-names';
import { DocumentRow } from './document.entity';
import { ownedBy } from './owned-by';

/** One sweep at a time, over all workers. Any number, as long as it stays. */
const SWEEP_LOCK = 8_012_050;

/** Documents at rest: row, key and blobs, which come and go together. */
@Injectable()
export class DocumentStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly blobs: BlobStore,
    private readonly log: Log,
  ) {}

  /** Makes a document without content, so that nothing is ever stored that no row knows of. */
  async create(owner: Owner, id: string, fileName: string): Promise<DataKey> {
    return this.db.transaction(async (tx) => {
      const key = await this.keys.create(tx, id);
      const sealed = key.seal(fileName, `documents.file_name:${id}`);
      await tx.insert(DocumentRow, { id, ...ownedBy(owner), fileName: sealed, textBytes: null });
      return key;
    });
  }

  /** From now on it can be attached. */
  async complete(owner: Owner, id: string, textBytes: number): Promise<void> {
    await this.db.manager.update(DocumentRow, { id, ...ownedBy(owner) }, { textBytes });
  }

  /**
   * @param also done in the same transaction, where there was something to delete
   * @returns whether the owner had such a document
   */
  async delete(owner: Owner, id: string, also?: (tx: EntityManager) => Promise<void>): Promise<boolean> {
    const deleted = await this.db.transaction(async (tx) => {
      const { affected } = await tx.delete(DocumentRow, { id, ...ownedBy(owner) });
      if (affected !== 1) return false;
      await this.keys.destroy(tx, [id]);
      await also?.(tx);
      return true;
    });
    if (deleted) await this.deleteBlobs([id]);
    return deleted;
  }

  /**
   * Deletes documents that no chat uses, oldest first.
   *
   * @param before only those that were made before
   * @param limit the most that are deleted in one step
   * @returns how many there were
   */
  async deleteUnattached(before: Date, limit: number): Promise<number> {
    const ids = await this.db.transaction(async (tx) => {
      const [lock] = await tx.query<[{ mine: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
        SWEEP_LOCK,
      ]);
      if (!lock.mine) return [];
      const rows = await tx.query<{ id: string }[]>(
        `SELECT id FROM documents AS d
         WHERE created_at < $1 AND NOT EXISTS (SELECT FROM chat_documents WHERE document_id = d.id)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [before, limit],
      );
      const found = rows.map(({ id }) => id);
      await tx.delete(DocumentRow, { id: In(found) });
      await this.keys.destroy(tx, found);
      return found;
    });
    await this.deleteBlobs(ids);
    return ids.length;
  }

  /** After the keys: what a store that is down keeps for now, nobody can read. */
  async deleteBlobs(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await this.blobs
        .deletePrefix(documentFolder(id))
        .catch((error: unknown) => this.log.error('documents.blob_left', error));
  }
}
