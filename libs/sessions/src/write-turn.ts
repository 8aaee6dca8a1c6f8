import { Injectable } from '@nestjs/common';
import type { EntityTable } from '@app/anonymization';
import { inStage, newId, type Caller, type Transaction } from '@app/common';
import { countMessageTokens } from '@app/llm';
import { sealChat, type OpenChat, type SealedChat } from './chat';
import { sealAnswer, sealQuestion, type SealedQuestion, type Turn } from './turn';
import { TurnsStore, type WrittenTurn } from './turns.store';

/** What of a turn is made before its answer is there. */
export interface TurnDraft {
  turnId: string;
  chat: OpenChat;
  table: EntityTable;
  /** Of `table`, when `newChat` was sealed. */
  revision: number;
  newChat: SealedChat | undefined;
  prompt: string;
  question: SealedQuestion;
  promptTokens: number;
}

/** What the answer makes of a turn. */
export type TurnAnswer = Omit<Turn, 'id' | 'ordinal' | 'prompt' | 'anonymizedPrompt' | 'contextTokens'> &
  Pick<WrittenTurn, 'call'>;

/** Keeps turns of chats, and makes the chat where a turn is its first. In two steps, for models take their time. */
@Injectable()
export class WriteTurn {
  constructor(private readonly turns: TurnsStore) {}

  /** @param table the chat's, as it is now */
  async begin(
    chat: OpenChat,
    table: EntityTable,
    { prompt, anonymizedPrompt }: Pick<Turn, 'prompt' | 'anonymizedPrompt'>,
  ): Promise<TurnDraft> {
    const turnId = newId();
    return {
      turnId,
      chat,
      table,
      revision: table.revision,
      newChat: await sealNew(chat, prompt, table),
      prompt,
      question: sealQuestion({ id: turnId, prompt, anonymizedPrompt }, chat.key),
      promptTokens: await countMessageTokens(anonymizedPrompt),
    };
  }

  /**
   * @param tx absent: a transaction of its own
   * @returns false where the chat was deleted meanwhile: then nothing is kept but that the model was called, and what that cost
   */
  async finish(
    owner: Caller,
    draft: TurnDraft,
    { call, ...answer }: TurnAnswer,
    tx?: Transaction,
  ): Promise<boolean> {
    const { turnId: id, chat, table, prompt, question, promptTokens } = draft;
    // Anew where the answer changed the table.
    const newChat = draft.revision === table.revision ? draft.newChat : await sealNew(chat, prompt, table);
    const { model, documentId, responseType, hiddenTypes } = answer;
    const turn = {
      id,
      model,
      documentId,
      responseType,
      hiddenTypes,
      contextTokens: promptTokens + (await countMessageTokens(answer.answer)),
      ...question,
      ...sealAnswer({ id, ...answer }, chat.key),
    };
    const written = { chat, turn, call, ...(newChat && { newChat }) };
    return inStage('store', () => this.turns.write(owner, written, tx));
  }
}

const sealNew = async (
  { isNew, key }: OpenChat,
  prompt: string,
  table: EntityTable,
): Promise<SealedChat | undefined> => (isNew ? sealChat(key, prompt, table) : undefined);
