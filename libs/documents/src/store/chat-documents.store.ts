import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, IsNull, Not, type DataSource, type EntityManager } from 'typeorm';
import { AppError, invalid, isId, type Owner, type Transaction } from '@app/common';
import { inScope, managerOf, statement, type Statement } from '@app/database';
import { ChatDocumentRow, DocumentRow } from './documents.entities';
import { documentFolder, DocumentsStore, ownedBy } from './documents.store';

/**
 * Stores which chat or assistant uses which documents. Callers have checked that the chat belongs to the owner. An assistant
 * owns its documents, and its id takes the place of a chat's.
 */
@Injectable()
export class ChatDocuments {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly documents: DocumentsStore,
  ) {}

  /** @throws AppError `bad_request` unless the owner has all of these documents */
  async assertUsable(
    owner: Owner,
    { ids: given, field }: { ids: readonly string[]; field: string },
  ): Promise<void> {
    const ids = new Set(given);
    const usable =
      given.every(isId) &&
      (await inScope(this.db, owner, (tx) => tx.countBy(DocumentRow, complete(owner, [...ids])))) ===
        ids.size;
    if (!usable) throw unknownDocument(field);
  }

  /** Returns the documents of a chat in the order in which they were attached. */
  of(owner: Owner, chatId: string): Promise<string[]> {
    return inScope(this.db, owner, (tx) => documentsOf(tx, owner, chatId));
  }

  /** Returns the same within a transaction. */
  ofIn(tx: Transaction, owner: Owner, chatId: string): Promise<string[]> {
    return documentsOf(managerOf(tx), owner, chatId);
  }

  /**
   * Gives a complete document that no chat uses to an assistant. In the scope of all owners, because its owner changes.
   *
   * @returns whether the owner had such a document
   */
  async adopt(transaction: Transaction, from: Owner, to: Owner, documentId: string): Promise<boolean> {
    const tx = managerOf(transaction);
    const [, count] = await tx.query<[unknown[], number]>(
      `UPDATE documents SET user_id = $4
       WHERE id = $1 AND user_id = $2 AND organization_id = $3 AND text_bytes IS NOT NULL
         AND NOT EXISTS (SELECT FROM chat_documents WHERE document_id = documents.id)`,
      [documentId, from.userId, from.organizationId, to.userId],
    );
    if (count === 0) return false;
    await tx.insert(ChatDocumentRow, { chatId: to.userId, documentId });
    return true;
  }

  /**
   * Deletes the documents of a deleted chat that no other chat uses.
   *
   * @returns their folders in the blob store, which must be removed after `tx` is committed
   */
  async release(transaction: Transaction, owner: Owner, chatId: string): Promise<string[]> {
    const tx = managerOf(transaction);
    // Locks the documents first, so that of two chats that are deleted at once, the second sees that the first is
    // deleted.
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM documents
       WHERE id IN (SELECT document_id FROM chat_documents WHERE chat_id = $1)
         AND user_id = $2 AND organization_id = $3 ORDER BY id FOR UPDATE`,
      [chatId, owner.userId, owner.organizationId],
    );
    const ids = rows.map(({ id }) => id);
    await tx.delete(ChatDocumentRow, { chatId, documentId: In(ids) });
    const used = await tx.findBy(ChatDocumentRow, { documentId: In(ids) });
    const unused = ids.filter((id) => !used.some(({ documentId }) => documentId === id));
    await tx.delete(DocumentRow, { id: In(unused), ...ownedBy(owner) });
    await this.documents.forget(tx, unused);
    return unused.map(documentFolder);
  }
}

/**
 * Returns the statement that attaches a document to a chat, unless one of them was deleted meanwhile, for a store that runs
 * it with its own.
 */
export const attaching = (owner: Owner, chatId: string, documentId: string): Statement =>
  statement(
    `INSERT INTO chat_documents (chat_id, document_id)
     SELECT $1::uuid, id FROM documents
     WHERE id = $2 AND user_id = $3 AND organization_id = $4
       AND EXISTS (SELECT FROM chats WHERE id = $1 AND user_id = $3 AND organization_id = $4)
     FOR KEY SHARE OF documents
     ON CONFLICT DO NOTHING`,
    [chatId, documentId, owner.userId, owner.organizationId],
  );

async function documentsOf(tx: EntityManager, owner: Owner, chatId: string): Promise<string[]> {
  const order = { attachedAt: 'ASC', documentId: 'ASC' } as const;
  const rows = await tx.find(ChatDocumentRow, { where: { chatId, document: ownedBy(owner) }, order });
  return rows.map(({ documentId }) => documentId);
}

/** Returns the condition for documents of this owner with their texts. */
const complete = (owner: Owner, ids: string[]) => ({
  id: In(ids),
  ...ownedBy(owner),
  textBytes: Not(IsNull()),
});

export const unknownDocument = (field: string): AppError =>
  invalid(
    field,
    field === 'docs'
      ? 'must be ids of your uploaded documents'
      : 'must be the id of one of your uploaded documents',
  );
