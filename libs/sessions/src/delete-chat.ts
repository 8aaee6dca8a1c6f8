import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { isId, type Owner } from '@app/common';
import { DataKeys } from '@app/crypto';
import { ChatRow } from './chat.entity';
import { ownedBy } from './owned-by';
import { unknownChat } from './unknown-chat';

/** Deletes a chat for good: its turns, its entity table, and the key that could have read them. */
@Injectable()
export class DeleteChat {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  async execute(owner: Owner, chatId: string): Promise<void> {
    if (!isId(chatId)) throw unknownChat('session_id');
    await this.db.transaction(async (tx) => {
      const { affected } = await tx.delete(ChatRow, { id: chatId, ...ownedBy(owner) });
      if (affected !== 1) throw unknownChat('session_id');
      await this.keys.destroy(tx, [chatId]);
    });
  }
}
