import { setImmediate as untilSent } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Restorer } from '@app/anonymization';
import type { Owner } from '@app/common';
import { LanguageModel, type Completion } from '@app/llm';
import { CountLostCall } from './count-lost-call';
import { DraftTurn } from './draft-turn';
import { KeepTurn, type ChatResult } from './keep-turn';
import { PreparePrompt, type PreparedPrompt, type PromptInput } from './prepare-prompt';

/** One chat turn: hide what is personal, ask the model, put it back, keep the turn. */
@Injectable()
export class SendPrompt {
  constructor(
    private readonly preparePrompt: PreparePrompt,
    private readonly model: LanguageModel,
    private readonly draftTurn: DraftTurn,
    private readonly keepTurn: KeepTurn,
    private readonly countLostCall: CountLostCall,
  ) {}

  /** @param signal aborted when the caller goes away: then the call is stopped, and no turn is kept */
  async execute(owner: Owner, input: PromptInput, signal: AbortSignal): Promise<ChatResult> {
    const prepared = await this.preparePrompt.execute(owner, input, signal);
    // No transaction is open here: a slow model must not hold a database connection.
    const ahead = this.whileItAnswers(owner, prepared);
    const [asked] = await Promise.allSettled([this.ask(owner, prepared, signal), ahead]);
    if (asked.status === 'rejected') throw asked.reason;
    const { draft, restorer } = await ahead;
    const { text, usage } = asked.value;
    const [restored, madeUp] = [await restorer.restore(text), await restorer.madeUp(text)];
    return this.keepTurn.execute(owner, prepared, draft, { text, usage, restored, madeUp });
  }

  /** The model's time is free: what does not need its answer is done before it comes. */
  private async whileItAnswers(owner: Owner, prepared: PreparedPrompt) {
    await untilSent();
    return {
      draft: await this.draftTurn.execute(owner, prepared),
      restorer: await Restorer.prepare(prepared.table, prepared.sent),
    };
  }

  private async ask(
    owner: Owner,
    { input: { model }, messages }: PreparedPrompt,
    signal: AbortSignal,
  ): Promise<Completion> {
    let completion: Completion | undefined;
    try {
      completion = await this.model.complete({ model, messages }, signal);
      signal.throwIfAborted();
      return completion;
    } catch (error) {
      if (signal.aborted)
        await this.countLostCall.execute(owner, {
          model,
          messages,
          answer: completion?.text ?? '',
          ...(completion && { usage: completion.usage }),
        });
      throw error;
    }
  }
}
