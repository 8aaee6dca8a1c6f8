import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { madeUpReplacements } from '@app/anonymization';
import { AppError, newId, type Owner } from '@app/common';
import { ChatDocuments } from '@app/documents';
import { countMessageTokens, type Completion } from '@app/llm';
import { RecordUsage } from '@app/usage';
import { replacementsIn } from './replacements-in';
import { ChatStore, type OpenChat } from './chat-store';
import { shownValues, type EntityMap } from './entity-maps';
import type { PreparedPrompt } from './prepare-prompt';
import type { NewTurn } from './turn';
import { TurnStore } from './turn-store';

export interface ChatResult {
  chatId: string;
  anonymizedPrompt: string;
  replacedResponse: string;
  /** The replacements in `anonymizedPrompt`, by first appearance. */
  anonymizedValues: EntityMap;
  totalTokens: number;
}

/** Keeps a complete turn and what it cost, both or neither; makes the chat where it is the first. */
@Injectable()
export class KeepTurn {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly chats: ChatStore,
    private readonly turns: TurnStore,
    private readonly usage: RecordUsage,
    private readonly documents: ChatDocuments,
  ) {}

  /** @throws AppError `bad_request` where the chat was deleted meanwhile: then only the usage is kept */
  async execute(
    owner: Owner,
    prepared: PreparedPrompt,
    { text: answer, usage }: Completion,
    restoredAnswer: string,
  ): Promise<ChatResult> {
    const { chatId, input, hidden } = prepared;
    const turn = await describeTurn(prepared, answer, restoredAnswer);
    const kept = await this.db.transaction(async (tx) => {
      await this.usage.execute(tx, { owner, model: input.model, ...usage });
      const chat = await this.chatOf(tx, owner, prepared);
      if (chat) await this.add(tx, owner, chat, turn);
      return chat !== undefined;
    });
    if (!kept) throw new AppError('bad_request', 'The chat was deleted while the model answered');
    return {
      chatId,
      anonymizedPrompt: hidden.text,
      replacedResponse: restoredAnswer,
      anonymizedValues: shownValues(hidden.replacements),
      totalTokens: usage.promptTokens + usage.completionTokens,
    };
  }

  private async add(tx: EntityManager, owner: Owner, chat: OpenChat, turn: NewTurn): Promise<void> {
    await this.turns.add(tx, owner, chat, turn);
    if (turn.documentId) await this.documents.attach(tx, owner, chat.id, turn.documentId);
  }

  private async chatOf(
    tx: EntityManager,
    owner: Owner,
    { chat, chatId, input, table }: PreparedPrompt,
  ): Promise<OpenChat | undefined> {
    if (chat) return (await this.chats.touch(tx, owner, chatId)) ? chat : undefined;
    const key = await this.chats.create(tx, owner, { id: chatId, prompt: input.prompt, table });
    return { id: chatId, ordinal: 1, key };
  }
}

async function describeTurn(
  { input, hidden, findings, table, messages, promptTokens }: PreparedPrompt,
  answer: string,
  restoredAnswer: string,
): Promise<NewTurn> {
  const sent = messages.map(({ content }) => content);
  const madeUp = madeUpReplacements(answer, table, sent);
  return {
    id: newId(),
    model: input.model,
    documentId: input.documentId ?? null,
    responseType: 'text',
    hiddenTypes: input.choices,
    prompt: input.prompt,
    anonymizedPrompt: hidden.text,
    answer,
    restoredAnswer,
    replacements: [...hidden.replacements, ...replacementsIn(answer, table, input.language)],
    findings: { ...findings, ...(madeUp.length > 0 && { madeUp }) },
    contextTokens: promptTokens + (await countMessageTokens(answer)),
  };
}
