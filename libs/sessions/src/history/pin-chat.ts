import { Injectable } from '@nestjs/common';
import { AppError, isId, type Owner } from '@app/common';
import { ChatsStore } from '../chats.store';

/** Pins a chat to the top of its owner's list, or releases it. */
@Injectable()
export class PinChat {
  constructor(private readonly chats: ChatsStore) {}

  /** @throws AppError `not_found` if the owner has no such chat */
  async execute(owner: Owner, chatId: string, pinned: boolean): Promise<void> {
    if (!isId(chatId) || !(await this.chats.pin(owner, chatId, pinned)))
      throw new AppError('not_found', 'You have no chat with this id');
  }
}
