import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { Owner } from '@app/common';
import { ChatDocuments } from '@app/documents';
import { BlobRemovals } from '@app/storage';
import { ChatStore } from './chat-store';
import { TurnStore, type TurnCount } from './turn-store';

export interface ChatErasure {
  chatId: string;
  /** Why, where it was not its owner. */
  reason?: 'erased' | 'expired';
  /** Only where nobody used it since. */
  unusedSince?: Date;
}

/** What a chat consists of goes together: turns, entity table, images, the documents that no other chat uses, keys. */
@Injectable()
export class EraseChat {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly chats: ChatStore,
    private readonly turns: TurnStore,
    private readonly documents: ChatDocuments,
    private readonly removals: BlobRemovals,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns what its turns were; undefined where the owner had no such chat */
  async execute(owner: Owner, { chatId, reason, unusedSince }: ChatErasure): Promise<TurnCount | undefined> {
    const folder = `chats/${chatId}/`;
    const gone = await this.db.transaction(async (tx) => {
      const count = await this.turns.count(tx, owner, chatId);
      if (!(await this.chats.delete(tx, owner, chatId, unusedSince))) return undefined;
      const documentFolders = await this.documents.release(tx, owner, chatId);
      await this.removals.plan(tx, [folder]);
      const { organizationId } = owner;
      const subject = { type: 'chat', id: chatId } as const;
      await this.trail.record(tx, { action: 'chat.delete', reason, subject, organizationId });
      return { count, documentFolders };
    });
    // Without its keys nobody can read what a store that is down keeps for now.
    if (gone) await this.removals.carryOut([folder, ...gone.documentFolders]);
    return gone?.count;
  }
}
