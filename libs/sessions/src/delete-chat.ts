import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { isId, type Owner } from '@app/common';
import { ChatDocuments } from '@app/documents';
import { Log } from '@app/observability';
import { BlobStore } from '@app/storage';
import { ChatStore } from './chat-store';
import { unknownChat } from './unknown-chat';

/**
 * Deletes a chat for good: its turns, its entity table, its images, the documents that no other chat uses, and the
 * keys that could have read them.
 */
@Injectable()
export class DeleteChat {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly chats: ChatStore,
    private readonly documents: ChatDocuments,
    private readonly blobs: BlobStore,
    private readonly trail: AuditTrail,
    private readonly log: Log,
  ) {}

  async execute(owner: Owner, chatId: string): Promise<void> {
    if (!isId(chatId)) throw unknownChat('session_id');
    const documentIds = await this.db.transaction(async (tx) => {
      if (!(await this.chats.delete(tx, owner, chatId))) throw unknownChat('session_id');
      const { organizationId } = owner;
      await this.trail.record(tx, {
        action: 'chat.delete',
        subject: { type: 'chat', id: chatId },
        organizationId,
      });
      return this.documents.release(tx, owner, chatId);
    });
    await this.documents.forget(documentIds);
    // Without its key nobody can read what a store that is down keeps for now.
    await this.blobs
      .deletePrefix(`chats/${chatId}/`)
      .catch((error: unknown) => this.log.error('sessions.blob_left', error));
  }
}
