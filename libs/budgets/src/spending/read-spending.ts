import { Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { monthOf, type Budget, type BudgetState } from '../budget';
import { SpendingStore } from './spending.store';

/** Returns the state of budgets from PostgreSQL. */
@Injectable()
export class ReadSpending {
  constructor(
    private readonly truth: SpendingStore,
    private readonly clock: Clock,
  ) {}

  /** @param budgets budgets of one organization */
  async execute<B extends Budget>(budgets: readonly B[]): Promise<(B & BudgetState)[]> {
    const [first] = budgets;
    if (!first) return [];
    const now = this.clock.now();
    const known = await this.truth.known(first, budgets, monthOf(now), now);
    const byId = new Map(known.map((one) => [one.id, one]));
    return budgets.flatMap((budget) => {
      const one = byId.get(budget.id);
      return one ? [{ ...budget, used: one.used, reserved: one.reserved }] : [];
    });
  }
}
