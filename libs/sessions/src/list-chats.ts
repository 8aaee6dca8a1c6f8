import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import type { ChatRow } from './chat.entity';
import { ChatStore, namePlace } from './chat-store';
import { readCursor, writeCursor } from './list-cursor';

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
    private readonly chats: ChatStore,
  ) {}

  /** @throws AppError `bad_request` where `cursor` is none of ours */
  async execute(owner: Owner, page: { limit?: number; cursor?: string } = {}): Promise<ChatPage> {
    const { limit, cursor } = page;
    const rows = await this.chats.page(owner, {
      ...(cursor !== undefined && { after: readCursor(cursor) }),
      ...(limit !== undefined && { take: limit + 1 }),
    });
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
