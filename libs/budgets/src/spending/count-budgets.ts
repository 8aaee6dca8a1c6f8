import { Injectable } from '@nestjs/common';
import { Clock, Transactions, type Transaction } from '@app/common';
import { monthOf, type Budget } from '../budget';
import { SpendingStore, type CertainSpan } from './spending.store';

/** Calls that ended before this time are certainly stored, even by slow processes or with skewed clocks. */
const CERTAIN_AFTER_MS = 60 * 60_000;
/** The number of budgets that one query returns. */
const BATCH = 500;

/** Stores with each budget the usage of the month up to an hour ago, so that only recent calls must be summed. */
@Injectable()
export class CountBudgets {
  constructor(
    private readonly truth: SpendingStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the budgets of all organizations, and deletes reservations that dead processes left.
   *
   * @param signal stops it after the current budget
   */
  async execute(signal: AbortSignal): Promise<void> {
    await this.truth.deleteExpired(this.clock.now());
    const span = this.certainSpan();
    if (!span) return;
    for (let found = BATCH; found === BATCH;) {
      const budgets = await this.truth.uncounted(span.until, BATCH);
      found = budgets.length;
      for (const budget of budgets) {
        if (signal.aborted) return;
        const { organizationId } = budget;
        await this.transactions.runFor({ organizationId }, (tx) => this.truth.count(tx, budget, span));
      }
    }
  }

  /** Counts one budget in the transaction that changes it. */
  async ofOne(tx: Transaction, budget: Pick<Budget, 'id' | 'organizationId'>): Promise<void> {
    const span = this.certainSpan();
    if (span) await this.truth.count(tx, budget, span);
  }

  /** Returns the certain part of the month, or nothing in its first hour. */
  private certainSpan(): CertainSpan | undefined {
    const now = this.clock.now();
    const { start } = monthOf(now);
    const until = new Date(now.getTime() - CERTAIN_AFTER_MS);
    return until > start ? { start, until } : undefined;
  }
}
