import { Injectable } from '@nestjs/common';
import type { Owner } from '@app/common';
import { ChatStore } from './chat-store';
import { EraseChat } from './erase-chat';

const STEP = 100;

export interface ErasedChats {
  chats: number;
  turns: number;
  images: number;
}

/** Deletes all chats of a person, one after another. */
@Injectable()
export class EraseChats {
  constructor(
    private readonly chats: ChatStore,
    private readonly eraseChat: EraseChat,
  ) {}

  async execute(owner: Owner): Promise<ErasedChats> {
    const erased = { chats: 0, turns: 0, images: 0 };
    for (let found = STEP; found === STEP;) {
      const chats = await this.chats.page(owner, { take: STEP });
      found = chats.length;
      for (const { id: chatId } of chats) {
        const count = await this.eraseChat.execute(owner, { chatId, reason: 'erased' });
        if (!count) continue; // Its owner was faster.
        erased.chats += 1;
        erased.turns += count.turns;
        erased.images += count.images;
      }
    }
    return erased;
  }
}
