import { Injectable } from '@nestjs/common';
import { Clock, Transactions, type Transaction } from '@app/common';
import { monthOf, type Budget } from '../budget';
import { SpendingStore, type CertainSpan } from './spending.store';

/** Calls that ended so long ago are in the table, whichever process was slow, and whichever clock is behind. */
const CERTAIN_AFTER_MS = 60 * 60_000;
/** Budgets that are looked for at once. */
const BATCH = 500;

/**
 * Notes with each budget what calls of the month used up to an hour ago: what is left of it is then found among the latest
 * calls, however many there were before.
 */
@Injectable()
export class CountBudgets {
  constructor(
    private readonly truth: SpendingStore,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** Of all organizations, and takes away what calls of processes that died left. @param signal ends it after the budget it is at */
  async execute(signal: AbortSignal): Promise<void> {
    await this.truth.forgetLeft(this.clock.now());
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

  /** The same for one, with the change that made it. */
  async ofOne(tx: Transaction, budget: Pick<Budget, 'id' | 'organizationId'>): Promise<void> {
    const span = this.certainSpan();
    if (span) await this.truth.count(tx, budget, span);
  }

  /** What is certain of the month; nothing in its first hour. */
  private certainSpan(): CertainSpan | undefined {
    const now = this.clock.now();
    const { start } = monthOf(now);
    const until = new Date(now.getTime() - CERTAIN_AFTER_MS);
    return until > start ? { start, until } : undefined;
  }
}
