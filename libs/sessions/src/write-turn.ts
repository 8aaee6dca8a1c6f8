import { Injectable } from '@nestjs/common';
import type { EntityTable } from '@app/anonymization';
import { inStage, newId, type Caller, type Transaction } from '@app/common';
import { countMessageTokens } from '@app/llm';
import { correctionsOf, type CorrectionAction, SuggestionsStore } from './suggestions/suggestions.store';
import { sealChat, type OpenChat, type SealedChat } from './chat';
import { attachedBy, sealAnswer, sealQuestion, type SealedQuestion, type Turn } from './turn';
import { TurnsStore, type WrittenTurn } from './turns.store';

/** The parts of a turn that exist before its answer. */
export interface TurnDraft {
  turnId: string;
  chat: OpenChat;
  table: EntityTable;
  /** The revision of `table` when `newChat` was sealed. */
  revision: number;
  newChat: SealedChat | undefined;
  prompt: string;
  question: SealedQuestion;
  promptTokens: number;
}

/** The parts of a turn that depend on the answer. */
export type TurnAnswer = Omit<Turn, 'id' | 'ordinal' | 'prompt' | 'anonymizedPrompt' | 'contextTokens'> &
  Pick<WrittenTurn, 'call'> & {
    /** The values that the user kept and hid in this request. */
    corrections?: Partial<Record<CorrectionAction, readonly string[]>>;
  };

/** Stores turns, and the chat with its first turn. It has two steps, because models may take long. */
@Injectable()
export class WriteTurn {
  constructor(
    private readonly turns: TurnsStore,
    private readonly suggestions: SuggestionsStore,
  ) {}

  /** @param table the chat's current table */
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
   * @param tx if absent, a new transaction
   * @returns false if the chat was deleted meanwhile, or its current branch has no version of the turn `versionOf` any
   *   longer; then only the call and its cost are stored
   */
  async finish(
    owner: Caller,
    draft: TurnDraft,
    { call, corrections = {}, ...answer }: TurnAnswer,
    tx?: Transaction,
  ): Promise<boolean> {
    const { turnId: id, chat, table, prompt, question, promptTokens } = draft;
    // Seals the chat again if the answer changed the table.
    const newChat = draft.revision === table.revision ? draft.newChat : await sealNew(chat, prompt, table);
    const { model, documentId, responseType, hiddenTypes, versionOf } = answer;
    const turn = {
      id,
      model,
      documentId,
      responseType,
      hiddenTypes,
      contextTokens: promptTokens + (await countMessageTokens(answer.answer)),
      ...question,
      ...sealAnswer({ id, ...answer }, chat.key),
      ...(versionOf !== undefined && { versionOf }),
    };
    return inStage('store', async () => {
      const written = {
        chat,
        turn,
        attached: attachedBy(answer),
        corrections: await this.suggestions.recording(owner, chat.id, correctionsOf(corrections)),
        call,
        ...(newChat && { newChat }),
      };
      return this.turns.write(owner, written, tx);
    });
  }
}

const sealNew = async (chat: OpenChat, prompt: string, table: EntityTable): Promise<SealedChat | undefined> =>
  chat.isNew ? sealChat(chat, prompt, table) : undefined;
