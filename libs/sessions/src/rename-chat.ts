import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppError, isId, type Owner } from '@app/common';
import { DataKeys } from '@app/crypto';
import { ChatRow } from './chat.entity';
import { namePlace } from './chat-store';
import { ownedBy } from './owned-by';
import { unknownChat } from './unknown-chat';

const MAX_LENGTH = 200;

/** Gives a chat another name. */
@Injectable()
export class RenameChat {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  async execute(owner: Owner, chatId: string, newName: string): Promise<void> {
    const name = newName.trim();
    if (name === '' || [...name].length > MAX_LENGTH) throw invalidName();
    if (!isId(chatId)) throw unknownChat('session_id');
    await this.db.transaction(async (tx) => {
      const where = { id: chatId, ...ownedBy(owner) };
      const lock = { mode: 'pessimistic_write' } as const;
      if (!(await tx.findOne(ChatRow, { select: { id: true }, where, lock })))
        throw unknownChat('session_id');
      const key = await this.keys.load(tx, chatId);
      await tx.update(ChatRow, where, { name: key.seal(name, namePlace(chatId)) });
    });
  }
}

function invalidName(): AppError {
  const message = `must have 1 to ${MAX_LENGTH} characters`;
  return new AppError('bad_request', `new_name ${message}`, { errors: [{ field: 'new_name', message }] });
}
