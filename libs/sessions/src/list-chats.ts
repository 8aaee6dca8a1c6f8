import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { DataKeys } from '@app/crypto';
import { ChatRow } from './chat.entity';
import { namePlace } from './chat-store';
import { readCursor, writeCursor } from './list-cursor';
import { ownedBy } from './owned-by';

export interface ListedChat {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date;
}

export interface ChatPage {
  chats: ListedChat[];
  nextCursor: string | null;
}

/** A user's chats by last use, newest first; all of them, or in pages. */
@Injectable()
export class ListChats {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @throws AppError `bad_request` where `cursor` is none of ours */
  async execute(owner: Owner, page: { limit?: number; cursor?: string } = {}): Promise<ChatPage> {
    const { limit, cursor } = page;
    const query = this.db.manager
      .createQueryBuilder(ChatRow, 'chat')
      .select(['chat.id', 'chat.name', 'chat.createdAt', 'chat.lastUsedAt'])
      .where(ownedBy(owner))
      .orderBy('chat.lastUsedAt', 'DESC')
      .addOrderBy('chat.id', 'DESC');
    if (cursor !== undefined)
      query.andWhere('(chat.lastUsedAt, chat.id) < (:lastUsedAt, :id)', readCursor(cursor));
    if (limit !== undefined) query.take(limit + 1);
    const rows = await query.getMany();
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      chats: await this.open(shown),
      nextCursor: rows.length > shown.length && last ? writeCursor(last) : null,
    };
  }

  private async open(rows: readonly ChatRow[]): Promise<ListedChat[]> {
    const ids = rows.map(({ id }) => id);
    const keys = await this.keys.loadAll(this.db.manager, ids);
    // One that is being deleted at this moment may have lost its key already.
    return rows.flatMap(({ id, name, createdAt, lastUsedAt }) => {
      const key = keys.get(id);
      return key ? [{ id, name: key.openText(name, namePlace(id)), createdAt, lastUsedAt }] : [];
    });
  }
}
