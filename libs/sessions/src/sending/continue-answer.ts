import { Injectable } from '@nestjs/common';
import { languageOf } from '@app/anonymization';
import { AppError, isId, type Caller } from '@app/common';
import { ChatsStore } from '../chats.store';
import { TurnsStore } from '../turns.store';
import type { PromptInput } from './prepare-prompt';

/** The instruction that is sent and stored as the prompt of the turn. */
const INSTRUCTION =
  'Continue your last answer exactly where it ended. Repeat nothing of it, and add no introduction.';
/** The finish reasons of answers that can be continued: at the maximum size, or stopped by the caller. */
const CUT: ReadonlySet<string | undefined> = new Set(['length', 'stopped']);

export interface ContinueInput {
  chatId: string;
  /** If absent, the model of the answer. */
  model?: string;
}

/** Builds the prompt that continues a chat's last answer, with the kinds that were hidden in it. */
@Injectable()
export class ContinueAnswer {
  constructor(
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
  ) {}

  /**
   * @throws AppError `not_found` if the owner has no such chat, `conflict` if its last answer is complete
   */
  async execute(owner: Caller, { chatId, model }: ContinueInput): Promise<PromptInput> {
    const key = isId(chatId) && (await this.chats.key(owner, chatId));
    if (!key) throw new AppError('not_found', 'You have no chat with this id');
    const [turn] = await this.turns.page(owner, chatId, key, { limit: 1 });
    if (!turn || turn.responseType !== 'text' || !CUT.has(turn.findings.finish))
      throw new AppError('conflict', 'The last answer of this chat is complete; send a prompt instead');
    return {
      chatId,
      prompt: INSTRUCTION,
      choices: turn.hiddenTypes,
      language: languageOf(turn.prompt),
      model: model ?? turn.model,
      continues: { turnId: turn.id, answer: turn.answer, restoredAnswer: turn.restoredAnswer },
    };
  }
}
