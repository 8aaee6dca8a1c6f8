import { Injectable } from '@nestjs/common';
import { languageOf } from '@app/anonymization';
import type { Protection } from '@app/audit';
import { AppError, isId, type Caller } from '@app/common';
import { LanguageModel, type CompletionEvent } from '@app/llm';
import { PrivateModel, type PrivateAnswer } from '@app/private-model';
import { chatName } from '../chat';
import { ChatsStore } from '../chats.store';
import { TurnsStore } from '../turns.store';
import { PreparePrompt } from './prepare-prompt';

/** The instruction that is sent after the turns of the chat. */
const INSTRUCTION =
  'Write a title of three to six words for this conversation, in its language. Answer with the title only, without ' +
  'quotation marks.';

export interface TitleInput {
  chatId: string;
  /** If absent, the model of the newest answer. */
  model?: string;
}

export interface ChatTitle {
  name: string;
  protection: Protection;
}

/** Names a chat by a model, which receives its turns without their personal data. No turn is stored. */
@Injectable()
export class TitleChat {
  constructor(
    private readonly chats: ChatsStore,
    private readonly turns: TurnsStore,
    private readonly preparePrompt: PreparePrompt,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
  ) {}

  /**
   * @param signal aborted when the caller disconnects: then the call is stopped, and the name stays
   * @returns the name of the chat: the title, or the name that the user gave it meanwhile; and how the call was protected
   * @throws AppError `not_found` if the owner has no such chat
   */
  async execute(owner: Caller, { chatId, model }: TitleInput, signal: AbortSignal): Promise<ChatTitle> {
    const before = isId(chatId) ? await this.chats.name(owner, chatId) : undefined;
    if (before === undefined) throw unknown();
    const key = await this.chats.key(owner, chatId);
    const [turn] = key ? await this.turns.page(owner, chatId, key, { limit: 1 }) : [];
    if (!turn) throw unknown();
    const { text, call, protection } = await this.ask(
      owner,
      {
        chatId,
        prompt: INSTRUCTION,
        choices: turn.hiddenTypes,
        language: languageOf(turn.prompt),
        model: model ?? turn.model,
        leavesOutDocuments: true,
      },
      signal,
    );
    await this.privateModel.count(call);
    const title = titleOf(text);
    if (title !== '') await this.chats.rename(owner, chatId, title, before);
    const name = await this.chats.name(owner, chatId);
    if (name === undefined) throw unknown();
    return { name, protection };
  }

  /** @returns the restored answer, and how the call was protected */
  private async ask(
    owner: Caller,
    input: Parameters<PreparePrompt['execute']>[1],
    signal: AbortSignal,
  ): Promise<Pick<PrivateAnswer, 'text' | 'call'> & { protection: Protection }> {
    const { call, protection, table, messages, sent } = await this.preparePrompt.execute(
      owner,
      input,
      signal,
    );
    const { model } = this;
    const answer = this.privateModel.ask<CompletionEvent, string>(
      {
        owner,
        model: input.model,
        protection,
        answerTokens: call.model.answerTokens,
        comesAtOnce: true,
        table,
        sent,
        async *ask(signal, onLost) {
          const { text, ...end } = await model.complete({ model: input.model, messages }, signal, onLost);
          yield { text };
          yield end;
        },
        read: (event) => ('text' in event ? event : { text: '', usage: event.usage }),
        restoring: (restorer) => {
          const restoring = restorer.begin();
          return {
            write: async (event) => ('text' in event ? [await restoring.write(event.text)] : []),
            end: async () => [await restoring.end()],
          };
        },
      },
      signal,
    );
    const parts: string[] = [];
    for (;;) {
      const { done, value } = await answer.next();
      if (done) return { text: parts.join(''), call: value.call, protection: protection.level };
      parts.push(value);
    }
  }
}

const unknown = (): AppError => new AppError('not_found', 'You have no chat with this id');

/** Returns the first line of an answer, without the marks that models put around titles. */
const titleOf = (answer: string): string => {
  const line = answer.trim().split('\n', 1)[0]!;
  return chatName(line.replaceAll(/^[\s"'#*_`„“”«»]+|(?<![\s"'*_`„“”«».])[\s"'*_`„“”«».]+$/gu, ''));
};
