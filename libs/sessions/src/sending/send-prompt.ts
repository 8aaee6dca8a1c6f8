import { Injectable } from '@nestjs/common';
import {
  type EntityTable,
  type Language,
  type Replacement,
  type Restorer,
  type RestoringText,
} from '@app/anonymization';
import type { Protection } from '@app/audit';
import { AppError, meanwhile, type Caller } from '@app/common';
import { HideTexts, shownValues, type EntityMap } from '@app/hiding';
import { LanguageModel, type CompletionEvent, type CompletionRequest, type OnLost } from '@app/llm';
import { PrivateModel, type PrivateAnswer, type RestoringParts } from '@app/private-model';
import { WriteTurn, type TurnDraft } from '../write-turn.store';
import { attachmentsOf, PreparePrompt, type PreparedPrompt, type PromptInput } from './prepare-prompt';

export interface ChatResult {
  chatId: string;
  anonymizedPrompt: string;
  replacedResponse: string;
  /** The replacements in `anonymizedPrompt`, by first appearance. */
  anonymizedValues: EntityMap;
  totalTokens: number;
  protection: Protection;
  /** The finish reason of the provider; `stopped` if the caller disconnected before the end. */
  finish: string;
  /**
   * Present if this answer continues another one: the offset in the restored answer at which `replacedResponse` starts.
   */
  continuesAt?: number;
}

/** The chat's id and the protection of the call with the first restored text, then each further text. */
type AnswerEvent = { start: string; protection: Protection; continuesAt?: number } | { delta: string };
/** The last event is the whole result, after the turn is stored. */
export type ChatEvent = AnswerEvent | { result: ChatResult };

type Ask = (
  request: CompletionRequest,
  signal: AbortSignal,
  onLost: OnLost,
) => AsyncIterable<CompletionEvent>;

/** Runs one chat turn: hides personal data, calls the model, restores the answer, stores the turn. */
@Injectable()
export class SendPrompt {
  constructor(
    private readonly preparePrompt: PreparePrompt,
    private readonly hideTexts: HideTexts,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
    private readonly writeTurn: WriteTurn,
  ) {}

  /** @param signal aborted when the caller disconnects: then the call is stopped, and no turn is stored */
  async execute(owner: Caller, input: PromptInput, signal: AbortSignal): Promise<ChatResult> {
    const { model } = this;
    const ask: Ask = async function* (request, signal, onLost) {
      const { text, ...end } = await model.complete(request, signal, onLost);
      yield { text };
      yield end;
    };
    const turn = this.turn(owner, { ...input, keepsStopped: false }, signal, { ask, comesAtOnce: true });
    for (;;) {
      const { done, value } = await turn.next();
      if (done) return value;
    }
  }

  /**
   * Like `execute`, but yields the restored answer while it arrives. Ends with `result`, or throws. With `keepsStopped` it
   * also ends with `result`, without a reader, if the caller disconnected after the first part of the answer.
   */
  async *stream(
    owner: Caller,
    input: PromptInput,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent, void, void> {
    const ask: Ask = (request, signal, onLost) => this.model.stream(request, signal, onLost);
    yield { result: yield* this.turn(owner, input, signal, { ask, comesAtOnce: false }) };
  }

  private async *turn(
    owner: Caller,
    input: PromptInput,
    signal: AbortSignal,
    { ask, comesAtOnce }: { ask: Ask; comesAtOnce: boolean },
  ): AsyncGenerator<AnswerEvent, ChatResult, void> {
    const prepared = await this.preparePrompt.execute(owner, input, signal);
    const { chat, call, protection, table, own, hidden, messages, sent } = prepared;
    const texts = { prompt: input.prompt, anonymizedPrompt: hidden.text };
    const draft = meanwhile(() => this.writeTurn.begin(chat, own, texts));
    const shown = new ShownAnswer(chat.id, protection.level, input.continues);
    // No transaction is open here: a slow model must not occupy a database connection.
    const answer = yield* this.privateModel.ask(
      {
        owner,
        model: input.model,
        protection,
        answerTokens: call.model.answerTokens,
        keepsStopped: input.keepsStopped ?? false,
        comesAtOnce,
        table,
        sent,
        ask: (signal, onLost) => ask({ model: input.model, messages }, signal, onLost),
        read: (event) => ('text' in event ? event : { text: '', usage: event.usage }),
        restoring: (restorer) => shown.begin(restorer),
      },
      signal,
    );
    // Settles even if the turn cannot be stored: the reservation must not outlive the call.
    return this.store(owner, prepared, draft, answer, shown).finally(() =>
      this.privateModel.settle(answer.call),
    );
  }

  /** @throws AppError `bad_request` if the chat was deleted meanwhile: then only the usage is stored */
  private async store(
    owner: Caller,
    {
      chat,
      input,
      call: { hidden: hiddenTypes },
      protection,
      hidden,
      findings,
      corrections,
      table,
    }: PreparedPrompt,
    draft: Promise<TurnDraft>,
    { text, restorer, call }: PrivateAnswer,
    shown: ShownAnswer,
  ): Promise<ChatResult> {
    const { restored, continuesAt } = shown;
    const finish = call.cutShort ? 'stopped' : shown.finish;
    const madeUp = await restorer.madeUp(text);
    const kept = await this.writeTurn.finish(owner, await draft, {
      model: input.model,
      documentId: attachmentsOf(input)[0] ?? null,
      responseType: 'text',
      hiddenTypes,
      answer: text,
      restoredAnswer: restored,
      replacements: [...hidden.replacements, ...(await this.replacementsIn(text, table, input.language))],
      findings: {
        ...findings,
        finish,
        ...(madeUp.length > 0 && { madeUp }),
        ...(input.continues &&
          continuesAt !== undefined && {
            continues: { turnId: input.continues.turnId, at: continuesAt },
          }),
      },
      corrections,
      call,
      ...(input.replaces && { versionOf: input.replaces.versionOf }),
    });
    if (!kept)
      throw input.replaces
        ? new AppError('conflict', 'The turn left the chat while the model answered', { promptSent: true })
        : new AppError('bad_request', 'The chat was deleted while the model answered', { promptSent: true });
    return {
      chatId: chat.id,
      anonymizedPrompt: hidden.text,
      replacedResponse: restored,
      anonymizedValues: shownValues(hidden.replacements),
      totalTokens: call.cost.promptTokens + call.cost.completionTokens,
      protection: protection.level,
      finish,
      ...(continuesAt !== undefined && { continuesAt }),
    };
  }

  /** Returns the replacements of the table in the model's answer, by first appearance. */
  private async replacementsIn(
    answer: string,
    table: EntityTable,
    language: Language,
  ): Promise<Replacement[]> {
    const text = { text: answer, spans: [], choices: [], language, origin: 'own' as const };
    const [read] = await this.hideTexts.hide(table, [text]);
    return read!.replacements.filter(({ replacement }) => answer.includes(replacement));
  }
}

/** An answer while it arrives, as it is shown. */
class ShownAnswer implements RestoringParts<CompletionEvent, AnswerEvent> {
  restored = '';
  finish = 'stop';
  continuesAt: number | undefined;
  private text!: RestoringText;

  constructor(
    private readonly chatId: string,
    private readonly protection: Protection,
    private readonly continues: PromptInput['continues'],
  ) {}

  /**
   * Restores an answer that continues another one together with the end of that one, which may contain the beginning of a
   * replacement.
   */
  async begin(restorer: Restorer): Promise<this> {
    this.text = restorer.begin();
    if (!this.continues) return this;
    const { answer, restoredAnswer } = this.continues;
    const settled = await this.text.write(answer);
    this.continuesAt = settled.length;
    if (restoredAnswer.startsWith(settled)) return this;
    // This call sent other turns than the earlier one, so the end of the earlier answer stays as it was shown.
    this.text = restorer.begin();
    this.continuesAt = restoredAnswer.length;
    return this;
  }

  async write(event: CompletionEvent): Promise<AnswerEvent[]> {
    if ('text' in event) return this.show(await this.text.write(event.text));
    this.finish = event.finish;
    return [];
  }

  async end(): Promise<AnswerEvent[]> {
    return this.show(await this.text.end());
  }

  private show(piece: string): AnswerEvent[] {
    if (piece === '') return [];
    const { chatId, protection, continuesAt } = this;
    const begun = { start: chatId, protection, ...(continuesAt !== undefined && { continuesAt }) };
    const start = this.restored === '' ? [begun] : [];
    this.restored += piece;
    return [...start, { delta: piece }];
  }
}
