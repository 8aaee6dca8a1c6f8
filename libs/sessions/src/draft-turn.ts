import { Injectable } from '@nestjs/common';
import { newId, type Owner } from '@app/common';
import { DataKeys } from '@app/data-keys';
import type { Statement } from '@app/database';
import { countMessageTokens } from '@app/llm';
import { ChatStore, type OpenChat } from './chat-store';
import type { PreparedPrompt } from './prepare-prompt';
import { sealQuestion, type SealedQuestion } from './turn';

/** What of a turn can be made before its answer is there. */
export interface TurnDraft {
  turnId: string;
  chat: OpenChat;
  /** The parts of its statement that make or hold its chat. */
  place: Record<string, Statement>;
  /** Of the entity table that stands in `place`. */
  revision: number;
  question: SealedQuestion;
  promptTokens: number;
}

/** Does what is to be done for a turn beforehand, while the model answers. */
@Injectable()
export class DraftTurn {
  constructor(
    private readonly chats: ChatStore,
    private readonly keys: DataKeys,
  ) {}

  async execute(owner: Owner, prepared: PreparedPrompt): Promise<TurnDraft> {
    const { input, hidden, table } = prepared;
    const turnId = newId();
    const chat = prepared.chat ?? { id: prepared.chatId, ordinal: 1, key: this.keys.make(prepared.chatId) };
    return {
      turnId,
      chat,
      place: await this.place(owner, prepared, chat),
      revision: table.revision,
      question: sealQuestion({ id: turnId, prompt: input.prompt, anonymizedPrompt: hidden.text }, chat.key),
      promptTokens: await countMessageTokens(hidden.text),
    };
  }

  /** Anew where the answer changed the table. */
  async place(
    owner: Owner,
    { chat: known, input, table }: PreparedPrompt,
    chat: OpenChat,
  ): Promise<TurnDraft['place']> {
    if (known) return this.chats.use(owner, known.id);
    return this.chats.creation(owner, { key: chat.key, prompt: input.prompt, table });
  }
}
