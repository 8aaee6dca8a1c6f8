import { Injectable } from '@nestjs/common';
import { invalid, isId, type Owner } from '@app/common';
import { ChatsStore, type ListedChat, type ListPosition } from '../chats.store';

export interface ChatPage {
  chats: ListedChat[];
  nextCursor: string | null;
}

/** Lists a user's chats. */
@Injectable()
export class ListChats {
  constructor(private readonly chats: ChatsStore) {}

  /** Returns all chats by last use, newest first. */
  async all(owner: Owner): Promise<ListedChat[]> {
    return named(await this.chats.all(owner));
  }

  /**
   * Returns a page of chats: pinned ones, then the others, both by last use, newest first.
   *
   * @throws AppError `bad_request` if this service did not write `cursor`
   */
  async page(owner: Owner, { limit, cursor }: { limit: number; cursor?: string }): Promise<ChatPage> {
    const found = await this.chats.page(owner, {
      ...(cursor !== undefined && { after: readCursor(cursor) }),
      take: limit + 1,
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      chats: named(shown),
      nextCursor: found.length > shown.length && last ? writeCursor(last) : null,
    };
  }
}

/** Returns chats without those that are being deleted. */
const named = (chats: readonly (Omit<ListedChat, 'name'> & { name?: string })[]): ListedChat[] =>
  chats.flatMap(({ name, ...chat }) => (name === undefined ? [] : [{ ...chat, name }]));

const PINNED = 'pinned';

/** Encodes the position at which a page of the chat list ended, as an opaque string. The previous version ignores a pin. */
export const writeCursor = ({ id, lastUsedAt, pinned }: ListPosition): string =>
  Buffer.from([lastUsedAt.getTime(), id, ...(pinned ? [PINNED] : [])].join(' ')).toString('base64url');

/** @throws AppError `bad_request` if this service did not write the cursor */
export function readCursor(cursor: string): ListPosition {
  const [time = '', id, pin] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const lastUsedAt = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (isId(id) && !Number.isNaN(lastUsedAt.getTime())) return { id, lastUsedAt, pinned: pin === PINNED };
  const message = 'must be the next_cursor of an earlier page';
  throw invalid('cursor', message);
}
