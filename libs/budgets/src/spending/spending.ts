import { Injectable } from '@nestjs/common';
import { Clock, newId, type Caller } from '@app/common';
import { Log, Metrics } from '@app/observability';
import { PriceCalls, type CountedTokens } from '@app/usage';
import { AnnounceBudgets } from '../announce-budgets';
import { monthOf, type Budget, type BudgetKind, type BudgetState, type Month, type Used } from '../budget';
import { BudgetsStore } from '../budgets.store';
import { assertPriced, budgetExceeded, endsFor, stopping } from './budget-refusals';
import { ReadSpending } from './read-spending';
import { LEASE_MS, RedisCounts } from './redis-counts';
import type { Amount, Reservation } from './reservation';
import { SpendingStore } from './spending.store';

/** What a call may need at most. */
export interface PlannedCall {
  model: string;
  /** Counted only where there is a budget. */
  promptTokens(): Promise<number>;
  /** Of the largest answer. */
  completionTokens: number;
}

interface Request {
  id: string;
  caller: Caller;
  budgets: readonly Budget[];
  month: Month;
  now: Date;
  amount: Amount;
}

/** A count that is outdated as often as this while it is made is busier than Redis helps with. */
const TRIES = 5;

/**
 * What calls of models may use, and have used, of the budgets that apply (contract: Budgets): counted in Redis in one
 * step for all of them; PostgreSQL decides where Redis is away.
 */
@Injectable()
export class Spending {
  private readonly refusals;

  constructor(
    private readonly store: BudgetsStore,
    private readonly truth: SpendingStore,
    private readonly counts: RedisCounts,
    private readonly readSpending: ReadSpending,
    private readonly prices: PriceCalls,
    private readonly announce: AnnounceBudgets,
    private readonly clock: Clock,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.refusals = metrics.counter(
      'budget_refusals_total',
      'Calls of models that a budget stopped, by whose budget it is',
      ['kind'],
      (['organization', 'group', 'user', 'key'] satisfies BudgetKind[]).map((kind) => ({ kind })),
    );
  }

  /** The budgets that apply to a caller, as they stand now. */
  async read(caller: Caller): Promise<BudgetState[]> {
    if (caller.budgeted === false) return [];
    return this.readSpending.execute(await this.store.applying(caller));
  }

  /**
   * Whether anything is left, before any work is done for a call.
   *
   * @returns the budgets that apply
   * @throws AppError `budget_exceeded`
   */
  async assertOpen(caller: Caller): Promise<BudgetState[]> {
    if (caller.budgeted === false) return [];
    const budgets = await this.store.applying(caller);
    if (budgets.length === 0) return [];
    const now = this.clock.now();
    const asked = { id: '', caller, budgets, month: monthOf(now), now, amount: this.least() };
    return this.admit(asked, () => this.peek(asked));
  }

  /**
   * Reserves the largest cost of a call, to be settled however the call ends.
   *
   * @returns undefined where no budget applies
   * @throws AppError `budget_exceeded`; `bad_request` for a model without a price
   */
  async reserve(caller: Caller, call: PlannedCall): Promise<Reservation | undefined> {
    if (caller.budgeted === false) return undefined;
    const budgets = await this.store.applying(caller);
    if (budgets.length === 0) return undefined;
    const { model, completionTokens } = call;
    const amount = this.amountOf(model, { promptTokens: await call.promptTokens(), completionTokens });
    assertPriced(budgets, amount);
    const now = this.clock.now();
    const asked = { id: newId(), caller, budgets, month: monthOf(now), now, amount };
    await this.admit(asked, () => this.decide(asked));
    const { id, month } = asked;
    return { id, caller, model, month, budgets, ending: this.truth.ending(caller, id) };
  }

  /**
   * The call has ended, and `ending` was run with whatever was kept of it.
   *
   * @param used not given: nothing
   */
  async settle(reservation: Reservation | undefined, used?: CountedTokens): Promise<void> {
    if (!reservation) return;
    const { caller, model, budgets } = reservation;
    const amount = used ? this.amountOf(model, used) : { tokens: 0 };
    const month = monthOf(this.clock.now());
    let reached: Awaited<ReturnType<RedisCounts['settle']>> = [];
    try {
      reached = await this.counts.settle(reservation, amount, month);
    } catch {
      this.log.warn('budget.redis_away');
      await this.store.distrust(
        caller.organizationId,
        budgets.map(({ id }) => id),
      );
    }
    await this.announceReached(reached, month);
  }

  /** Ends a call of which nothing is kept, and that used nothing. */
  async cancel(reservation: Reservation | undefined): Promise<void> {
    if (!reservation) return;
    await this.truth.end(reservation.caller, reservation.id);
    await this.settle(reservation);
  }

  private async admit(asked: Request, byPostgres: () => Promise<Decided>): Promise<BudgetState[]> {
    const { states, granted } = (await this.byRedis(asked)) ?? (await byPostgres());
    await this.announceReached(states, asked.month);
    if (granted) return states;
    const state = stopping(states, asked.amount) ?? states[0]!;
    this.refusals.inc({ kind: state.kind });
    if (endsFor(state, asked.amount)) await this.announce.execute(state, 'exceeded', asked.month);
    throw budgetExceeded(state, asked.amount, asked.month, asked.now);
  }

  /** @returns undefined where Redis cannot say */
  private async byRedis(asked: Request): Promise<Decided | undefined> {
    const { id, caller, amount } = asked;
    const answer = await this.askRedis(asked);
    if (!answer) return undefined;
    const granted = answer.outcome === 'granted';
    if (granted && id !== '') {
      try {
        await this.truth.add(caller, id, amount, endOfLease(asked));
      } catch (error) {
        await this.release(asked);
        throw error;
      }
    }
    return { states: answer.states, granted };
  }

  /** Nothing but Redis knows of the call, and nobody will settle it. Where Redis is away too, its count ends by itself. */
  private async release(asked: Request): Promise<void> {
    try {
      await this.counts.settle(asked, { tokens: 0 }, asked.month);
    } catch {
      this.log.warn('budget.redis_away');
    }
  }

  private async askRedis(asked: Request) {
    const { caller, budgets, month, now } = asked;
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const answer = await this.counts.reserve(budgets, asked);
        if (answer.outcome !== 'stale') return answer;
        for (const budget of answer.budgets)
          await this.counts.make(budget, { month, now }, async () => {
            const [known] = await this.truth.known(caller, [budget], month, now);
            return known;
          });
      }
    } catch {
      this.log.warn('budget.redis_away');
    }
    return undefined;
  }

  private async peek({ budgets, amount }: Request): Promise<Decided> {
    const states = await this.readSpending.execute(budgets);
    return { states, granted: stopping(states, amount) === undefined };
  }

  private decide(asked: Request): Promise<Decided> {
    return this.truth.decide(asked.caller, { ...asked, expiresAt: endOfLease(asked) });
  }

  /** Tells the organization of thresholds that were reached. */
  private async announceReached(
    budgets: readonly (Budget & Pick<Used, 'used'>)[],
    month: Month,
  ): Promise<void> {
    for (const budget of budgets) {
      const { soft, hard, used } = budget;
      if (soft !== null && used >= soft) await this.announce.execute(budget, 'warned', month);
      if (hard !== null && used >= hard) await this.announce.execute(budget, 'exceeded', month);
    }
  }

  private amountOf(model: string, used: CountedTokens): Amount {
    const cost = this.prices.costOf(model, used);
    return { tokens: used.promptTokens + used.completionTokens, ...(cost && { cost }) };
  }

  /** What any call needs. */
  private least(): Amount {
    const { currency } = this.prices;
    return { tokens: 1, ...(currency !== undefined && { cost: { micros: 1, currency } }) };
  }
}

const endOfLease = ({ now }: Request): Date => new Date(now.getTime() + LEASE_MS);

interface Decided {
  states: BudgetState[];
  granted: boolean;
}
