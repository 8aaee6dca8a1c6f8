import { Injectable } from '@nestjs/common';
import { AppError, invalid, isId, type Owner } from '@app/common';
import { unknownChat } from '../chat';
import { ChatsStore } from '../chats.store';

const MAX_LENGTH = 200;

/** Renames a chat. */
@Injectable()
export class RenameChat {
  constructor(private readonly chats: ChatsStore) {}

  async execute(owner: Owner, chatId: string, newName: string): Promise<void> {
    const name = newName.trim();
    if (name === '' || [...name].length > MAX_LENGTH) throw invalidName();
    if (!isId(chatId) || !(await this.chats.rename(owner, chatId, name))) throw unknownChat();
  }
}

function invalidName(): AppError {
  const message = `must have 1 to ${MAX_LENGTH} characters`;
  return invalid('newName', message);
}
