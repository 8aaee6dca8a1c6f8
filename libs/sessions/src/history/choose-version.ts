import { Injectable } from '@nestjs/common';
import { AppError, invalid, isId, type Owner } from '@app/common';
import { ChatsStore } from '../chats.store';
import { TurnVersionsStore } from '../turn-versions.store';

/** Shows another version of a turn, with the turns that followed it. The version shown before is retained with its own. */
@Injectable()
export class ChooseVersion {
  constructor(
    private readonly chats: ChatsStore,
    private readonly versions: TurnVersionsStore,
  ) {}

  /**
   * @throws AppError `not_found` if the owner has no such chat, `bad_request` if no shown turn has this other version
   */
  async execute(owner: Owner, chatId: string, turnId: string): Promise<void> {
    const isOwn = isId(chatId) && (await this.chats.key(owner, chatId)) !== undefined;
    if (!isOwn) throw new AppError('not_found', 'You have no chat with this id');
    if (!isId(turnId) || !(await this.versions.choose(owner, chatId, turnId)))
      throw invalid(
        'turn_id',
        'must be the id of another version of a turn that the history of the chat shows',
      );
  }
}
