import { Injectable } from '@nestjs/common';
import { isId, type Owner } from '@app/common';
import { EraseChat } from './erase-chat';
import { unknownChat } from './unknown-chat';

/** Deletes a chat for good, at its owner's word. */
@Injectable()
export class DeleteChat {
  constructor(private readonly eraseChat: EraseChat) {}

  /** @throws AppError `bad_request` where the owner has no such chat */
  async execute(owner: Owner, chatId: string): Promise<void> {
    if (!isId(chatId) || !(await this.eraseChat.execute(owner, { chatId }))) throw unknownChat();
  }
}
