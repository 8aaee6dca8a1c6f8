import { Injectable } from '@nestjs/common';
import { invalid, isId, type Owner } from '@app/common';
import { ChatsStore, type ListedChat, type ListPosition } from '../chats.store';

export interface ChatPage {
  chats: ListedChat[];
  nextCursor: string | null;
}

/** Lists a user's chats by last use, newest first; all of them, or in pages. */
@Injectable()
export class ListChats {
  constructor(private readonly chats: ChatsStore) {}

  /** @throws AppError `bad_request` if this service did not write `cursor` */
  async execute(owner: Owner, page: { limit?: number; cursor?: string } = {}): Promise<ChatPage> {
    const { limit, cursor } = page;
    const found = await this.chats.page(owner, {
      ...(cursor !== undefined && { after: readCursor(cursor) }),
      ...(limit !== undefined && { take: limit + 1 }),
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      chats: shown.flatMap(({ name, ...chat }) => (name === undefined ? [] : [{ ...chat, name }])),
      nextCursor: found.length > shown.length && last ? writeCursor(last) : null,
    };
  }
}

/** Encodes the position at which a page of the chat list ended, as an opaque string. */
export const writeCursor = ({ id, lastUsedAt }: ListPosition): string =>
  Buffer.from(`${lastUsedAt.getTime()} ${id}`).toString('base64url');

/** @throws AppError `bad_request` if this service did not write the cursor */
export function readCursor(cursor: string): ListPosition {
  const [time = '', id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const lastUsedAt = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (isId(id) && !Number.isNaN(lastUsedAt.getTime())) return { id, lastUsedAt };
  const message = 'must be the next_cursor of an earlier page';
  throw invalid('cursor', message);
}
