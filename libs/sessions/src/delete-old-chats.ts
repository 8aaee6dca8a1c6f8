import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { ChatStore } from './chat-store';
import { EraseChat } from './erase-chat';

const STEP = 100;

/** Deletes chats that nobody used for RETENTION_CHATS, each in a transaction of its own. */
@Injectable()
export class DeleteOldChats {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly chats: ChatStore,
    private readonly eraseChat: EraseChat,
  ) {}

  /** @param signal ends it after the chat that it is at */
  async execute(signal: AbortSignal): Promise<void> {
    if (this.retention.chatsMs === undefined) return;
    const unusedSince = new Date(this.clock.now().getTime() - this.retention.chatsMs);
    for (let found = STEP; found === STEP && !signal.aborted;) {
      const chats = await this.chats.unused(unusedSince, STEP);
      found = chats.length;
      for (const { id: chatId, ...owner } of chats)
        if (!signal.aborted) await this.eraseChat.execute(owner, { chatId, reason: 'expired', unusedSince });
    }
  }
}
