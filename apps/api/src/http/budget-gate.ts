import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { fromAmount, remainingOf, scarcest, Spending } from '@app/budgets';
import { inStage, type Caller } from '@app/common';

/** Checks the budgets of a model call after its form is validated and before any work is done (contract: Budgets). */
@Injectable()
export class BudgetGate {
  constructor(private readonly spending: Spending) {}

  /**
   * Sets `X-Budget-Remaining` and `X-Budget-Unit` to the amount left before the call in the budget that has the least
   * left.
   *
   * @throws AppError `budget_exceeded`
   */
  async enter(caller: Caller, response: Response): Promise<void> {
    const first = scarcest(await inStage('guard', () => this.spending.assertOpen(caller)));
    if (!first) return;
    response.setHeader('X-Budget-Remaining', String(fromAmount(first.unit, remainingOf(first))));
    response.setHeader('X-Budget-Unit', first.unit);
  }
}
