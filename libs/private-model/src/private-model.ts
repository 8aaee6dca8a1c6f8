import { setImmediate as untilSent } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Restorer, type EntityTable } from '@app/anonymization';
import type { CallProtection } from '@app/audit';
import { Spending, type Reservation } from '@app/budgets';
import { inStage, type Caller } from '@app/common';
import { estimateUsage, type TokenUsage } from '@app/llm';
import { UsageStore, type UsageInput } from '@app/usage';

/** An answer that is restored part by part, in the form in which its caller wants it. */
export interface RestoringParts<Part, Shown> {
  /** What is certain now; nothing where all of it is held back. */
  write(part: Part): Promise<readonly Shown[]>;
  /** The answer is complete; returns the rest. */
  end(): Promise<readonly Shown[]>;
}

/** One call of a model. A whole answer is a stream of one part: both go the same way. */
export interface PrivateCall<Part, Shown, Restoring extends RestoringParts<Part, Shown>> {
  owner: Caller;
  /** The model's id, for the count. */
  model: string;
  /** Tokens of the largest answer that may come: what budgets reserve for it. */
  answerTokens: number;
  protection: CallProtection;
  /** Whether the answer comes at once. A provider may have made all of it when the caller leaves, and bill it. */
  comesAtOnce?: boolean;
  /** Everything personal in `sent` is hidden behind it. */
  table: EntityTable;
  /** The answer so far is whole if the caller leaves after something of it was shown; absent: it is cut short. */
  keepsStopped?: boolean;
  /** Every text that is sent, as it is sent. */
  sent: readonly string[];
  ask(signal: AbortSignal): AsyncIterable<Part>;
  /** What the model wrote in a part, and what the provider says there that the call cost. */
  read(part: Part): { text: string; usage?: TokenUsage };
  /** Called while the model works: what needs no answer is best done here. */
  restoring(restorer: Restorer): Promise<Restoring>;
}

/** A whole answer. */
export interface PrivateAnswer<Restoring> {
  /** As the model wrote it, with replacements. */
  text: string;
  usage: TokenUsage;
  /** How many values of each kind were hidden in what was sent. */
  hidden: UsageInput['hidden'];
  restoring: Restoring;
  /** Of budgets, to be ended with what is kept of the answer, and settled then. */
  reservation: Reservation | undefined;
  /** Whether its caller left before the end; only if the call said `keepsStopped`. */
  isStopped: boolean;
}

type Asked = Pick<PrivateCall<never, never, never>, 'owner' | 'model' | 'protection' | 'sent'>;

interface Heard {
  text: string;
  usage?: TokenUsage;
}

/** Asks a model without telling it anything personal (contract: Chat). Callers have hidden what they send. */
@Injectable()
export class PrivateModel {
  constructor(
    private readonly usage: UsageStore,
    private readonly spending: Spending,
  ) {}

  /**
   * Asks, and yields the answer with the caller's own values as it comes. A call of which no whole answer came, since
   * the caller went away or the provider broke off, was paid for all the same, and is counted here; one that came to
   * nothing is told of in the audit trail. A whole answer is for the caller to count, with whatever it keeps of it or by
   * {@link count}. Where budgets apply, the largest cost is reserved before anything is sent, and what is counted here is
   * settled here. Nothing is sent, and nothing counted, if the caller has gone before.
   *
   * @param signal aborted when the caller goes away: then the call is stopped
   * @throws what `ask` throws; the signal's reason where it aborted; AppError `budget_exceeded`
   */
  async *ask<Part, Shown, Restoring extends RestoringParts<Part, Shown>>(
    call: PrivateCall<Part, Shown, Restoring>,
    signal: AbortSignal,
  ): AsyncGenerator<Shown, PrivateAnswer<Restoring>, void> {
    signal.throwIfAborted();
    const reservation = await this.reserve(call);
    if (signal.aborted) {
      await this.spending.cancel(reservation);
      throw signal.reason;
    }
    const heard: Heard = { text: '' };
    const { restorer, prepared } = prepare(call);
    let isWhole = false;
    let isShown = false;
    let isStopped = false;
    const mayStop = (): boolean => call.keepsStopped === true && signal.aborted && isShown;
    try {
      try {
        for await (const part of call.ask(signal)) {
          const { text, usage } = call.read(part);
          heard.text += text;
          if (usage) heard.usage = usage;
          const shown = await inStage('restore', async () => (await prepared).write(part));
          isShown ||= shown.length > 0;
          yield* shown;
        }
      } catch (error) {
        if (!mayStop()) throw error;
        isStopped = true;
      }
      const restoring = await prepared;
      yield* await inStage('restore', () => restoring.end());
      if (!mayStop()) signal.throwIfAborted();
      const { hidden } = await restorer;
      const usage = await costOf(call, heard);
      const answer = { text: heard.text, usage, hidden, restoring, reservation, isStopped };
      isWhole = true;
      return answer;
    } finally {
      if (!isWhole) await this.recordCutShort(call, heard, { restorer, signal, reservation });
    }
  }

  /** Counts a call of which nothing but its cost is kept: as the provider says, else by a tokenizer. */
  async count(
    { owner, model, protection }: Asked,
    { usage, hidden, reservation }: Pick<PrivateAnswer<unknown>, 'usage' | 'hidden' | 'reservation'>,
  ): Promise<void> {
    await inStage('store', () =>
      this.usage
        .record({ owner, model, protection, hidden, cost: usage, ...endingOf(reservation) })
        // Also if it cannot be recorded: the reservation must not outlive the call.
        .finally(() => this.spending.settle(reservation, usage)),
    );
  }

  /** What an answer cost was kept, by whoever keeps the answer. */
  settle({ usage, reservation }: Pick<PrivateAnswer<unknown>, 'usage' | 'reservation'>): Promise<void> {
    return inStage('store', () => this.spending.settle(reservation, usage));
  }

  private reserve({
    owner,
    model,
    sent,
    answerTokens,
  }: Omit<Asked, 'protection'> & { answerTokens: number }) {
    return this.spending.reserve(owner, {
      model,
      promptTokens: async () => (await estimateUsage(asMessages(sent), '')).promptTokens,
      completionTokens: answerTokens,
    });
  }

  private async recordCutShort(
    call: Asked & Pick<PrivateCall<never, never, never>, 'answerTokens' | 'comesAtOnce'>,
    heard: Heard,
    {
      restorer,
      signal,
      reservation,
    }: { restorer: Promise<Restorer>; signal: AbortSignal; reservation: Reservation | undefined },
  ): Promise<void> {
    const { owner, model, protection } = call;
    // Where that failed, the call did: with its reason.
    const hidden = await restorer.then((prepared) => prepared.hidden).catch(() => ({}));
    const recorded = { owner, model, protection, hidden, ...endingOf(reservation) };
    if (heard.text === '' && !signal.aborted) {
      await this.usage
        .record({ ...recorded, cutShort: 'failed' })
        .finally(() => this.spending.settle(reservation));
      return;
    }
    const cost = await costOf(call, heard);
    // Nothing of the answer was received, and nothing says what the provider made of it.
    if (call.comesAtOnce && heard.text === '' && !heard.usage) cost.completionTokens = call.answerTokens;
    await this.usage
      .record({ ...recorded, cutShort: 'broken_off', cost })
      .finally(() => this.spending.settle(reservation, cost));
  }
}

/** Done while the model works. Its failure is thrown where its result is wanted, unless the call fails before. */
function prepare<Part, Shown, Restoring extends RestoringParts<Part, Shown>>({
  table,
  sent,
  restoring,
}: PrivateCall<Part, Shown, Restoring>): { restorer: Promise<Restorer>; prepared: Promise<Restoring> } {
  const restorer = untilSent().then(() => Restorer.prepare(table, sent));
  const prepared = restorer.then(restoring);
  prepared.catch(() => undefined);
  return { restorer, prepared };
}

const costOf = async ({ sent }: Asked, { text, usage }: Heard): Promise<TokenUsage> =>
  usage ?? estimateUsage(asMessages(sent), text);

const asMessages = (sent: readonly string[]): { content: string }[] => sent.map((content) => ({ content }));

const endingOf = (reservation: Reservation | undefined): Pick<UsageInput, 'ending'> =>
  reservation ? { ending: reservation.ending } : {};
