import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Span } from '@app/anonymization';
import { AppError, type Owner } from '@app/common';
import { asOne, runPrepared } from '@app/database';
import { ChatDocuments } from '@app/documents';
import { countMessageTokens, type Completion } from '@app/llm';
import { RecordUsage } from '@app/usage';
import { DraftTurn, type TurnDraft } from './draft-turn';
import { shownValues, type EntityMap } from './entity-maps';
import type { PreparedPrompt } from './prepare-prompt';
import { replacementsIn } from './replacements-in';
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

/** What the model answered, and what it is to the caller. */
export interface RestoredAnswer extends Completion {
  /** With the caller's own values. */
  restored: string;
  /** The replacements in it that the model made up. */
  madeUp: Span[];
}

/** Keeps a complete turn and what it cost, both or neither; makes the chat where it is the first. */
@Injectable()
export class KeepTurn {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly draftTurn: DraftTurn,
    private readonly turns: TurnStore,
    private readonly usage: RecordUsage,
    private readonly documents: ChatDocuments,
  ) {}

  /** @throws AppError `bad_request` where the chat was deleted meanwhile: then only the usage is kept */
  async execute(
    owner: Owner,
    prepared: PreparedPrompt,
    draft: TurnDraft,
    answer: RestoredAnswer,
  ): Promise<ChatResult> {
    const { chatId, input, hidden, table } = prepared;
    const { usage } = answer;
    const turn = await describeTurn(prepared, draft, answer);
    const place =
      draft.revision === table.revision
        ? draft.place
        : await this.draftTurn.place(owner, prepared, draft.chat);
    const kept = await runPrepared(
      this.db,
      asOne(
        {
          ...place,
          used: this.usage.statement({ owner, model: input.model, ...usage }),
          ...(turn.documentId && { attached: this.documents.attachment(owner, turn.documentId) }),
        },
        this.turns.addition(owner, draft.chat, turn, draft.question),
      ),
    );
    if (kept.length === 0) throw new AppError('bad_request', 'The chat was deleted while the model answered');
    return {
      chatId,
      anonymizedPrompt: hidden.text,
      replacedResponse: answer.restored,
      anonymizedValues: shownValues(hidden.replacements),
      totalTokens: usage.promptTokens + usage.completionTokens,
    };
  }
}

async function describeTurn(
  { input, hidden, findings, table }: PreparedPrompt,
  { turnId, promptTokens }: TurnDraft,
  { text: answer, restored, madeUp }: RestoredAnswer,
): Promise<NewTurn> {
  return {
    id: turnId,
    model: input.model,
    documentId: input.documentId ?? null,
    responseType: 'text',
    hiddenTypes: input.choices,
    prompt: input.prompt,
    anonymizedPrompt: hidden.text,
    answer,
    restoredAnswer: restored,
    replacements: [...hidden.replacements, ...(await replacementsIn(answer, table, input.language))],
    findings: { ...findings, ...(madeUp.length > 0 && { madeUp }) },
    contextTokens: promptTokens + (await countMessageTokens(answer)),
  };
}
