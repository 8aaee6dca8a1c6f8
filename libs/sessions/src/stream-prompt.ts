import { Injectable } from '@nestjs/common';
import { Restorer } from '@app/anonymization';
import type { Owner } from '@app/common';
import { LanguageModel, type TokenUsage } from '@app/llm';
import { CountLostCall } from './count-lost-call';
import { DraftTurn } from './draft-turn';
import { KeepTurn, type ChatResult } from './keep-turn';
import { PreparePrompt, type PreparedPrompt, type PromptInput } from './prepare-prompt';

/** The chat's id with the first restored text, more text as it comes, and once the turn is kept the whole result. */
export type ChatEvent = { start: string } | { delta: string } | { result: ChatResult };

/** One chat turn as `SendPrompt`, its answer restored while it comes. */
@Injectable()
export class StreamPrompt {
  constructor(
    private readonly preparePrompt: PreparePrompt,
    private readonly model: LanguageModel,
    private readonly draftTurn: DraftTurn,
    private readonly keepTurn: KeepTurn,
    private readonly countLostCall: CountLostCall,
  ) {}

  /** Ends with `result`, or throws. */
  async *execute(owner: Owner, input: PromptInput, signal: AbortSignal): AsyncGenerator<ChatEvent> {
    const prepared = await this.preparePrompt.execute(owner, input, signal);
    const restorer = await Restorer.prepare(prepared.table, prepared.sent);
    const answer: Answer = { text: '', restored: '' };
    try {
      yield* this.answer(prepared, restorer, answer, signal);
      signal.throwIfAborted();
    } catch (error) {
      await this.countLost(owner, prepared, answer, signal);
      throw error;
    }
    const { text, restored, usage } = answer;
    const draft = await this.draftTurn.execute(owner, prepared);
    const kept = { text, usage: usage!, restored, madeUp: await restorer.madeUp(text) };
    yield { result: await this.keepTurn.execute(owner, prepared, draft, kept) };
  }

  private async *answer(
    { chatId, input: { model }, messages }: PreparedPrompt,
    restorer: Restorer,
    answer: Answer,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    const text = restorer.begin();
    for await (const event of this.model.stream({ model, messages }, signal)) {
      if ('usage' in event) answer.usage = event.usage;
      else {
        answer.text += event.text;
        yield* show(await text.write(event.text));
      }
    }
    yield* show(await text.end());

    function* show(piece: string): Generator<ChatEvent> {
      if (piece === '') return;
      if (answer.restored === '') yield { start: chatId };
      answer.restored += piece;
      yield { delta: piece };
    }
  }

  /** What came of an answer was paid for, whoever broke it off. */
  private async countLost(
    owner: Owner,
    { input: { model }, messages }: PreparedPrompt,
    { text, usage }: Answer,
    signal: AbortSignal,
  ): Promise<void> {
    if (text === '' && !signal.aborted) return;
    await this.countLostCall.execute(owner, { model, messages, answer: text, ...(usage && { usage }) });
  }
}

interface Answer {
  text: string;
  restored: string;
  usage?: TokenUsage;
}
