import { Injectable } from '@nestjs/common';
import { Restorer, type EntityTable } from '@app/anonymization';
import type { CallProtection } from '@app/audit';
import { EndedCallsStore, Spending, type EndedCall } from '@app/budgets';
import { inStage, meanwhile, type Caller } from '@app/common';
import { countMessageTokens, estimateUsage, type OnLost, type TokenUsage } from '@app/llm';

/** Restores an answer part by part, in the form that its caller wants. */
export interface RestoringParts<Part, Shown> {
  /** Returns the text that is final now; empty if all of it is held back. */
  write(part: Part): Promise<readonly Shown[]>;
  /** Returns the rest, after the answer is complete. */
  end(): Promise<readonly Shown[]>;
}

/** What is asked of a model. */
interface Asked {
  owner: Caller;
  /** The model's id, for counting. */
  model: string;
  /** The limit for the answer in tokens, which budgets reserve. */
  answerTokens: number;
  protection: CallProtection;
  /**
   * Whether the answer arrives at once. The provider may have generated and billed all of it when the caller
   * disconnects.
   */
  comesAtOnce?: boolean;
  /** The table with which all personal data in `sent` is hidden. */
  table: EntityTable;
  /**
   * Whether a partial answer counts as whole if the caller disconnects after its first part. If absent, it is cut
   * short.
   */
  keepsStopped?: boolean;
  /** Every text that is sent, exactly as it is sent. */
  sent: readonly string[];
}

/** One call of a model. A whole answer is a stream of one part, so both are handled in the same way. */
export interface PrivateCall<Part, Shown> extends Asked {
  /** @param onLost counts the call of a provider that did not answer in time, before another provider is asked */
  ask(signal: AbortSignal, onLost: OnLost): AsyncIterable<Part>;
  /** Returns the model's text in a part, and the usage that the provider reports there. */
  read(part: Part): { text: string; usage?: TokenUsage };
  /** Called while the model works: work that needs no answer is best done here. */
  restoring(restorer: Restorer): RestoringParts<Part, Shown> | Promise<RestoringParts<Part, Shown>>;
}

/** A whole answer. */
export interface PrivateAnswer {
  /** The text as the model wrote it, with replacements. */
  text: string;
  restorer: Restorer;
  /**
   * The caller stores it with the answer and then settles it, or counts it alone. It is cut short if the call has
   * `keepsStopped` and its caller disconnected before the end.
   */
  call: EndedCall & { cost: TokenUsage };
}

/** A call that is not answered with text: it makes an image or a transcript. No tokens are counted. */
interface MediaCall extends Pick<EndedCall, 'owner' | 'model' | 'hidden' | 'protection'> {
  /** The text that is sent, for budgets. If absent, no budget applies. */
  prompt?: string;
  /** Whether the caller stores the call together with the answer. If not, it is recorded here. */
  isStoredWithAnswer?: boolean;
}

interface Received {
  text: string;
  usage?: TokenUsage;
}

/** Calls a model without sending it personal data (contract: Chat). Its callers hide what they send. */
@Injectable()
export class PrivateModel {
  constructor(
    private readonly calls: EndedCallsStore,
    private readonly spending: Spending,
  ) {}

  /**
   * Calls the model, and yields the answer with the caller's own values as it arrives. A call without a whole answer,
   * because the caller disconnected or the provider broke off, still costs money and is counted here. A failed call is
   * recorded in the audit trail. The caller counts a whole answer, together with what it stores of it or by {@link count}.
   * If another provider is asked after a timeout, the first call is counted here as one that was broken off.
   * If budgets apply, the largest cost is reserved before anything is sent. Costs that are counted here are settled here.
   * Nothing is sent or counted if the caller disconnected before.
   *
   * @param signal aborted when the caller disconnects: then the call is stopped
   * @throws the error of `ask`; the signal's reason if it aborts; AppError `budget_exceeded`
   */
  async *ask<Part, Shown>(
    call: PrivateCall<Part, Shown>,
    signal: AbortSignal,
  ): AsyncGenerator<Shown, PrivateAnswer, void> {
    signal.throwIfAborted();
    let reservation = await this.reserve(call);
    if (signal.aborted) {
      await this.spending.cancel(reservation);
      throw signal.reason;
    }
    const { owner, model, protection } = call;
    const ended = () => ({ owner, model, protection, reservation });
    const received: Received = { text: '' };
    const restorer = meanwhile(() => Restorer.prepare(call.table, call.sent));
    const restoring = meanwhile(async () => call.restoring(await restorer));
    const onLost: OnLost = async () => {
      const { hidden } = await restorer;
      const cost = await costWithoutAnswer(call);
      isCounted = true;
      await this.end({ ...ended(), hidden, cutShort: 'broken_off', cost });
      reservation = await this.reserve(call);
      isCounted = false;
    };
    let isCounted = false;
    let isShown = false;
    let isStopped = false;
    const mayStop = (): boolean => call.keepsStopped === true && signal.aborted && isShown;
    try {
      try {
        for await (const part of call.ask(signal, onLost)) {
          const { text, usage } = call.read(part);
          received.text += text;
          if (usage) received.usage = usage;
          const shown = await inStage('restore', async () => (await restoring).write(part));
          isShown ||= shown.length > 0;
          yield* shown;
        }
      } catch (error) {
        if (!mayStop()) throw error;
        isStopped = true;
      }
      yield* await inStage('restore', async () => (await restoring).end());
      if (!mayStop()) signal.throwIfAborted();
      const prepared = await restorer;
      const cost = await costOf(call, received);
      const cut = isStopped ? { cutShort: 'broken_off' as const } : {};
      isCounted = true;
      return {
        text: received.text,
        restorer: prepared,
        call: { ...ended(), hidden: prepared.hidden, cost, ...cut },
      };
    } finally {
      if (!isCounted) {
        // If preparing failed, the call failed with that reason.
        const hidden = await restorer.then((prepared) => prepared.hidden).catch(() => ({}));
        await this.recordCutShort(call, received, { ...ended(), hidden }, signal);
      }
    }
  }

  /**
   * Asks for an image or a transcript. A failed call is recorded in the audit trail. Nothing is sent or recorded if the
   * caller disconnected before.
   *
   * @param signal aborted when the caller disconnects
   * @throws the error of `ask`; the signal's reason if it aborts; AppError `budget_exceeded`
   */
  async make<Made>(
    { prompt, isStoredWithAnswer, ...call }: MediaCall,
    ask: (signal: AbortSignal) => Promise<Made>,
    signal: AbortSignal,
  ): Promise<Made> {
    signal.throwIfAborted();
    const reservation =
      prompt === undefined
        ? undefined
        : await this.spending.reserve(call.owner, {
            model: call.model,
            promptTokens: () => countMessageTokens(prompt),
            completionTokens: 0,
          });
    try {
      signal.throwIfAborted();
      const made = await this.askOrRecord(call, ask, signal);
      if (!isStoredWithAnswer) await this.calls.record(call);
      return made;
    } finally {
      await this.spending.cancel(reservation);
    }
  }

  private async askOrRecord<Made>(
    call: Omit<MediaCall, 'prompt' | 'isStoredWithAnswer'>,
    ask: (signal: AbortSignal) => Promise<Made>,
    signal: AbortSignal,
  ): Promise<Made> {
    try {
      const made = await ask(signal);
      signal.throwIfAborted();
      return made;
    } catch (error) {
      await this.calls.record({ ...call, cutShort: signal.aborted ? 'broken_off' : 'failed' });
      throw error;
    }
  }

  /** Stores a call without its answer. */
  count(call: EndedCall): Promise<void> {
    return inStage('store', () => this.end(call));
  }

  /** Settles the reservation after the caller has stored the call with the answer. */
  settle({ reservation, cost }: EndedCall): Promise<void> {
    return inStage('store', () => this.spending.settle(reservation, cost));
  }

  private async end(call: EndedCall): Promise<void> {
    // Settles even if the call cannot be recorded: the reservation must not outlive the call.
    await this.calls.record(call).finally(() => this.spending.settle(call.reservation, call.cost));
  }

  private reserve({ owner, model, sent, answerTokens }: Asked) {
    return this.spending.reserve(owner, {
      model,
      promptTokens: async () => (await estimateUsage(asMessages(sent), '')).promptTokens,
      completionTokens: answerTokens,
    });
  }

  private async recordCutShort(
    asked: Asked,
    received: Received,
    ended: EndedCall,
    signal: AbortSignal,
  ): Promise<void> {
    if (received.text === '' && !signal.aborted) return this.end({ ...ended, cutShort: 'failed' });
    const isEmpty = received.text === '' && !received.usage;
    const cost = isEmpty ? await costWithoutAnswer(asked) : await costOf(asked, received);
    await this.end({ ...ended, cutShort: 'broken_off', cost });
  }
}

const costOf = async ({ sent }: Asked, { text, usage }: Received): Promise<TokenUsage> =>
  usage ?? estimateUsage(asMessages(sent), text);

/** No part of the answer was received, so the provider's cost is unknown: an answer that comes at once may be complete. */
async function costWithoutAnswer(asked: Asked): Promise<TokenUsage> {
  const cost = await costOf(asked, { text: '' });
  return asked.comesAtOnce ? { ...cost, completionTokens: asked.answerTokens } : cost;
}

const asMessages = (sent: readonly string[]): { content: string }[] => sent.map((content) => ({ content }));
