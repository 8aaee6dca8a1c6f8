import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Clock, isId, Transactions, type Owner } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { ChatDocuments } from '@app/documents';
import { BlobRemovals } from '@app/storage';
import { WriteTombstones } from '@app/tombstones';
import { chatFolder, unknownChat } from '../chat';
import { ChatsStore } from '../chats.store';
import { TurnsStore, type TurnCount } from '../turns.store';

const STEP = 100;

export interface ErasedChats {
  chats: number;
  turns: number;
  images: number;
}

interface Deletion {
  chatId: string;
  /** The reason, unless the owner deletes the chat. */
  reason?: 'erased' | 'expired';
  /** Deletes only chats that were not used since then. */
  unusedSince?: Date;
}

/**
 * Deletes chats permanently, each in a separate transaction: turns, entity table, images, keys, and the documents that no
 * other chat uses.
 */
@Injectable()
export class DeleteChats {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
    private readonly documents: ChatDocuments,
    private readonly removals: BlobRemovals,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * Deletes one chat at its owner's request.
   *
   * @throws AppError `bad_request` if the owner has no such chat; `unavailable` if it is deleted, but the tombstone that
   *   keeps backups from restoring it is not written yet
   */
  async one(owner: Owner, chatId: string): Promise<void> {
    if (!isId(chatId) || !(await this.delete(owner, { chatId }))) throw unknownChat();
    await this.tombstones.execute();
  }

  /** Deletes all chats of a person who is erased. */
  async all(owner: Owner): Promise<ErasedChats> {
    const erased = { chats: 0, turns: 0, images: 0 };
    for (let found = STEP; found === STEP;) {
      const chats = await this.chats.ids(owner, STEP);
      found = chats.length;
      for (const chatId of chats) {
        const count = await this.delete(owner, { chatId, reason: 'erased' });
        if (!count) continue; // Its owner deleted it first.
        erased.chats += 1;
        erased.turns += count.turns;
        erased.images += count.images;
      }
    }
    return erased;
  }

  /** Deletes chats that were not used for RETENTION_CHATS. @param signal stops it after the current chat */
  async unused(signal: AbortSignal): Promise<void> {
    if (this.retention.chatsMs === undefined) return;
    const unusedSince = new Date(this.clock.now().getTime() - this.retention.chatsMs);
    for (let found = STEP; found === STEP && !signal.aborted;) {
      const chats = await this.chats.unused(unusedSince, STEP);
      found = chats.length;
      for (const { id: chatId, ...owner } of chats)
        if (!signal.aborted) await this.delete(owner, { chatId, reason: 'expired', unusedSince });
    }
  }

  /** @returns the deleted parts; undefined if the owner had no such chat */
  private async delete(
    owner: Owner,
    { chatId, reason, unusedSince }: Deletion,
  ): Promise<TurnCount | undefined> {
    const folder = chatFolder(chatId);
    const gone = await this.transactions.runFor(owner, async (tx) => {
      const count = await this.turns.count(tx, owner, chatId);
      if (!(await this.chats.delete(tx, owner, chatId, unusedSince))) return undefined;
      const documentFolders = await this.documents.release(tx, owner, chatId);
      await this.removals.plan(tx, [folder]);
      const { organizationId } = owner;
      const subject = { type: 'chat', id: chatId } as const;
      await this.trail.record(tx, { action: 'chat.delete', reason, subject, organizationId });
      return { count, documentFolders };
    });
    // Without its keys, files that remain in an unreachable store cannot be read.
    if (gone) await this.removals.carryOut([folder, ...gone.documentFolders]);
    return gone?.count;
  }
}
