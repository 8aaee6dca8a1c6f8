import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { fromAmount, remainingOf, scarcest, Spending } from '@app/budgets';
import { inStage, type Caller } from '@app/common';

/** What a call of a model meets after its form was looked at, and before any work is done for it (contract: Budgets). */
@Injectable()
export class BudgetGate {
  constructor(private readonly spending: Spending) {}

  /**
   * Says in `X-Budget-Remaining` and `X-Budget-Unit` what is left before the call of the budget with the least left.
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
