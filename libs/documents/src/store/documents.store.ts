import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, type DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { ALL_OWNERS, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { AdvisoryLock, inScope, tryLock } from '@app/database';
import { BlobRemovals } from '@app/storage';
import { DocumentRow } from './documents.entities';

/** Everything of a document in the blob store, so that it is deleted together. */
export const documentFolder = (id: string): string => `documents/${id}/`;
/** As it was sent; deleted once its text is taken. */
export const originalBlob = (id: string): string => `${documentFolder(id)}original`;
export const textBlob = (id: string): string => `${documentFolder(id)}text`;

/** The one condition that scopes a query by its owner. */
export const ownedBy = ({ userId, organizationId }: Owner): Owner => ({ userId, organizationId });

/** A document whose text is there. */
export interface DocumentText {
  id: string;
  /** Of its text, in UTF-8. */
  bytes: number;
  key: DataKey;
}

/** Documents at rest: row, key and blobs, which come and go together. */
@Injectable()
export class DocumentsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly removals: BlobRemovals,
    private readonly trail: AuditTrail,
  ) {}

  /** Makes a document without content, so that nothing is ever stored that no row knows of. */
  async create(owner: Owner, id: string, fileName: string): Promise<DataKey> {
    return inScope(this.db, owner, async (tx) => {
      const key = await this.keys.create(tx, id);
      const sealed = key.seal(fileName, fileNameBinding(id));
      await tx.insert(DocumentRow, { id, ...ownedBy(owner), fileName: sealed, textBytes: null });
      return key;
    });
  }

  /** From now on it can be attached. */
  async complete(owner: Owner, id: string, textBytes: number): Promise<void> {
    await inScope(this.db, owner, (tx) => tx.update(DocumentRow, { id, ...ownedBy(owner) }, { textBytes }));
  }

  /**
   * @param also done in the same transaction, where there was something to delete
   * @returns whether the owner had such a document
   */
  async delete(owner: Owner, id: string, also?: (tx: Transaction) => Promise<void>): Promise<boolean> {
    const deleted = await inScope(this.db, owner, async (tx) => {
      const { affected } = await tx.delete(DocumentRow, { id, ...ownedBy(owner) });
      if (affected !== 1) return false;
      await this.forget(tx, [id]);
      await also?.(tx);
      return true;
    });
    if (deleted) await this.removals.carryOut([documentFolder(id)]);
    return deleted;
  }

  /** The owner's documents, oldest first, from after one of them. */
  async page(owner: Owner, { after, take }: { after?: string; take: number }): Promise<DocumentRow[]> {
    const where = { ...ownedBy(owner), ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, owner, (tx) => tx.find(DocumentRow, { where, order: { id: 'ASC' }, take }));
  }

  /** Their keys; one that was deleted just now has none. */
  keysOf(ids: readonly string[]): Promise<Map<string, DataKey>> {
    return this.keys.loadAll(this.db.manager, ids);
  }

  /** Those of the owner's documents whose text is there, in the order asked for. */
  async texts(owner: Owner, ids: readonly string[]): Promise<DocumentText[]> {
    if (ids.length === 0) return [];
    const where = { id: In([...ids]), ...ownedBy(owner), textBytes: Not(IsNull()) };
    const rows = await inScope(this.db, owner, (tx) => tx.findBy(DocumentRow, where));
    const keys = await this.keysOf(ids);
    return ids.flatMap((id) => {
      const bytes = rows.find((row) => row.id === id)?.textBytes;
      const key = keys.get(id);
      return bytes && key ? [{ id, bytes, key }] : [];
    });
  }

  /**
   * Deletes documents whose time is over, oldest first. One process at a time does it.
   *
   * @param reason `unattached`: only those that no chat uses
   * @param before only those that were made before
   * @param limit the most that are deleted in one step
   * @returns how many there were
   */
  async expire(reason: 'expired' | 'unattached', before: Date, limit: number): Promise<number> {
    const ids = await inScope(this.db, ALL_OWNERS, async (tx) => {
      if (!(await tryLock(tx, AdvisoryLock.documentSweep))) return [];
      const rows = await tx.query<{ id: string; organization_id: string }[]>(
        `SELECT id, organization_id FROM documents AS d
         WHERE created_at < $1
           AND ($3 = 'expired' OR NOT EXISTS (SELECT FROM chat_documents WHERE document_id = d.id))
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
        [before, limit, reason],
      );
      const found = rows.map(({ id }) => id);
      await tx.delete(DocumentRow, { id: In(found) });
      await this.forget(tx, found);
      for (const { id, organization_id: organizationId } of rows) {
        const subject = { type: 'document', id } as const;
        await this.trail.record(tx, { action: 'document.delete', reason, subject, organizationId });
      }
      return found;
    });
    await this.removals.carryOut(ids.map(documentFolder));
    return ids.length;
  }

  /** Their keys, and what the blob store has of them. Once `tx` is committed, the removals are to be carried out. */
  async forget(tx: Transaction, ids: readonly string[]): Promise<void> {
    await this.keys.destroy(tx, ids);
    await this.removals.plan(tx, ids.map(documentFolder));
  }
}

/** Associated data of the sealed name. */
export const fileNameBinding = (id: string): string => `documents.file_name:${id}`;
