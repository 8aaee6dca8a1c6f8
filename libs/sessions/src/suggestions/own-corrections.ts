import { Injectable } from '@nestjs/common';
import { AppError, isId, Transactions, type Owner } from '@app/common';
import { ChatsStore } from '../chats.store';
import { correctionsOf, type Correction, SuggestionsStore } from './suggestions.store';

/** A value that a user kept or hid in a chat. */
export interface OwnCorrection extends Correction {
  /** Whether the user suggested it to the admins. */
  suggested: boolean;
}

/** Shows a user their corrections in a chat, and suggests them to the admins (contract: Policy and own terms). */
@Injectable()
export class OwnCorrections {
  constructor(
    private readonly chats: ChatsStore,
    private readonly store: SuggestionsStore,
    private readonly transactions: Transactions,
  ) {}

  /** @throws AppError `not_found` if the owner has no such chat */
  async list(owner: Owner, chatId: string): Promise<OwnCorrection[]> {
    const found = isId(chatId) && (await this.find(owner, chatId));
    if (!found) throw new AppError('not_found', 'You have no chat with this id');
    return found;
  }

  /** @returns undefined if the owner has no such chat */
  async find(owner: Owner, chatId: string): Promise<OwnCorrection[] | undefined> {
    if (!(await this.chats.key(owner, chatId))) return undefined;
    const { table } = await this.chats.table(owner, chatId);
    return this.store.ofChat(owner, chatId, correctionsOf({ keep: [...table.keep], hide: [...table.hide] }));
  }

  /** @throws AppError `not_found` if the owner has no such chat, or has not corrected the value in it */
  async suggest(owner: Owner, chatId: string, correction: Correction): Promise<void> {
    const isSuggested =
      isId(chatId) &&
      (await this.transactions.runFor(owner, (tx) => this.store.suggest(tx, owner, chatId, correction)));
    if (!isSuggested)
      throw new AppError(
        'not_found',
        'You have no chat with this id, or you did not correct the value in it',
      );
  }
}
