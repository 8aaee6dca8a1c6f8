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

/**
 * Returns the folder of a document in the blob store. It contains all of its files, so that they are deleted together.
 */
export const documentFolder = (id: string): string => `documents/${id}/`;
/** The uploaded file, which is deleted after its text is extracted, unless it is a picture that can be sent. */
export const originalBlob = (id: string): string => `${documentFolder(id)}original`;
export const textBlob = (id: string): string => `${documentFolder(id)}text`;

/** Returns the condition that scopes a query by its owner. */
export const ownedBy = ({ userId, organizationId }: Owner): Owner => ({ userId, organizationId });

/** A document with its text. */
export interface DocumentText {
  id: string;
  /** The length of its text in UTF-8. */
  bytes: number;
  key: DataKey;
}

/** Stores documents: row, key and blobs, which are created and deleted together. */
@Injectable()
export class DocumentsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly removals: BlobRemovals,
    private readonly trail: AuditTrail,
  ) {}

  /** Creates a document without content, so that nothing is stored without a row. */
  async create(owner: Owner, id: string, fileName: string): Promise<DataKey> {
    return inScope(this.db, owner, async (tx) => {
      const key = await this.keys.create(tx, id);
      const sealed = key.seal(fileName, fileNameBinding(id));
      await tx.insert(DocumentRow, { id, ...ownedBy(owner), fileName: sealed, textBytes: null });
      return key;
    });
  }

  /** Completes a document. From now on it can be attached. */
  async complete(owner: Owner, id: string, textBytes: number): Promise<void> {
    await inScope(this.db, owner, (tx) => tx.update(DocumentRow, { id, ...ownedBy(owner) }, { textBytes }));
  }

  /**
   * @param also runs in the same transaction, if there was a document to delete
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

  /** Returns a page of the owner's documents, oldest first, after one of them. */
  async page(owner: Owner, { after, take }: { after?: string; take: number }): Promise<DocumentRow[]> {
    const where = { ...ownedBy(owner), ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, owner, (tx) => tx.find(DocumentRow, { where, order: { id: 'ASC' }, take }));
  }

  /** Returns the file names of those documents that the owner still has. */
  async fileNames(owner: Owner, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const select = { id: true, fileName: true } as const;
    const where = { id: In([...ids]), ...ownedBy(owner) };
    const rows = await inScope(this.db, owner, (tx) => tx.find(DocumentRow, { select, where }));
    const keys = await this.keysOf(rows.map(({ id }) => id));
    return new Map(
      rows.flatMap(({ id, fileName }) => {
        const name = keys.get(id)?.openText(fileName, fileNameBinding(id));
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  }

  /** Returns the keys of documents. A document that was just deleted has none. */
  keysOf(ids: readonly string[]): Promise<Map<string, DataKey>> {
    return this.keys.loadAll(this.db.manager, ids);
  }

  /** Returns the owner's documents with a text, in the order of the ids. */
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
   * Deletes expired documents, oldest first. One process at a time does it.
   *
   * @param reason `unattached`: only documents that no chat uses
   * @param before only documents that were created before
   * @param limit the limit for one step
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

  /**
   * Deletes the keys of documents, and schedules the removal of their blobs, which must be carried out after `tx` is
   * committed.
   */
  async forget(tx: Transaction, ids: readonly string[]): Promise<void> {
    await this.keys.destroy(tx, ids);
    await this.removals.plan(tx, ids.map(documentFolder));
  }
}

/** Returns the associated data of the sealed name. */
export const fileNameBinding = (id: string): string => `documents.file_name:${id}`;
