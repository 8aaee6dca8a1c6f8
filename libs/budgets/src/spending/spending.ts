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

/** The maximum usage of a call. */
export interface PlannedCall {
  model: string;
  /** Called only if a budget applies. */
  promptTokens(): Promise<number>;
  /** The tokens of the longest answer. */
  completionTokens: number;
}

interface Request {
  id: string;
  caller: Caller;
  budgets: readonly Budget[];
  month: Month;
  now: Date;
  amount: Amount;
  leaseMs: number;
}

/** If a count is outdated this often while it is built, PostgreSQL decides. */
const TRIES = 5;

/**
 * Reserves and settles the usage of model calls in the applicable budgets (contract: Budgets). Redis counts all of them
 * atomically. If Redis is unreachable, PostgreSQL decides.
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
      'Calls of models that a budget refused, by the kind of the budget',
      ['kind'],
      (['organization', 'group', 'user', 'key'] satisfies BudgetKind[]).map((kind) => ({ kind })),
    );
  }

  /** Returns the budgets that apply to a caller, with their current state. */
  async read(caller: Caller): Promise<BudgetState[]> {
    if (caller.budgeted === false) return [];
    return this.readSpending.execute(await this.store.applying(caller));
  }

  /**
   * Checks that budget is left before any work is done for a call.
   *
   * @returns the applicable budgets
   * @throws AppError `budget_exceeded`
   */
  async assertOpen(caller: Caller): Promise<BudgetState[]> {
    if (caller.budgeted === false) return [];
    const budgets = await this.store.applying(caller);
    if (budgets.length === 0) return [];
    const now = this.clock.now();
    const asked = {
      id: '',
      caller,
      budgets,
      month: monthOf(now),
      now,
      amount: this.least(),
      leaseMs: LEASE_MS,
    };
    return this.admit(asked, () => this.peek(asked));
  }

  /**
   * Reserves the maximum cost of a call. The caller must settle it however the call ends.
   *
   * @param leaseMs how long a reservation counts that is never settled
   * @returns undefined if no budget applies
   * @throws AppError `budget_exceeded`; `bad_request` for a model without a price
   */
  async reserve(caller: Caller, call: PlannedCall, leaseMs = LEASE_MS): Promise<Reservation | undefined> {
    if (caller.budgeted === false) return undefined;
    const budgets = await this.store.applying(caller);
    if (budgets.length === 0) return undefined;
    const { model, completionTokens } = call;
    const amount = this.amountOf(model, { promptTokens: await call.promptTokens(), completionTokens });
    assertPriced(budgets, amount);
    const now = this.clock.now();
    const asked = { id: newId(), caller, budgets, month: monthOf(now), now, amount, leaseMs };
    await this.admit(asked, () => this.decide(asked));
    const { id, month } = asked;
    return { id, caller, model, month, budgets };
  }

  /**
   * Settles a call that has ended, after `EndedCallsStore` stored its usage.
   *
   * @param used if absent, nothing was used
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

  /** Ends a call that used nothing and has no stored usage. */
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

  /** @returns undefined if Redis cannot decide */
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

  /**
   * Releases a call that only Redis knows and that will not be settled. If Redis is unreachable, the reservation
   * expires.
   */
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

  /** Notifies the organization of limits that were reached. */
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

  /** Returns the minimum amount of any call. */
  private least(): Amount {
    const { currency } = this.prices;
    return { tokens: 1, ...(currency !== undefined && { cost: { micros: 1, currency } }) };
  }
}

const endOfLease = ({ now, leaseMs }: Request): Date => new Date(now.getTime() + leaseMs);

interface Decided {
  states: BudgetState[];
  granted: boolean;
}
