import { Injectable } from '@nestjs/common';
import type { ApiResponseOptions } from '@nestjs/swagger';
import type { Response } from 'express';
import { PROTECTIONS } from '@app/audit';
import { fromAmount, remainingOf, scarcest, Spending } from '@app/budgets';
import { type Caller, inStage } from '@app/common';

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

/** The response headers of model calls in the OpenAPI document. */
export const MODEL_CALL_HEADERS = {
  'X-Protection': {
    description:
      'Whether all, some or no kinds of personal data were searched for in the texts that were sent',
    schema: { type: 'string', enum: [...PROTECTIONS] },
  },
  'X-Budget-Remaining': {
    description:
      'If budgets apply: the amount left before the call in the budget that has the least left, in its ' +
      'unit. 429 if less is left than a call may need.',
    schema: { type: 'number', example: 882_000 },
  },
  'X-Budget-Unit': {
    description: 'The unit of `X-Budget-Remaining`: `tokens`, or a currency (ISO 4217)',
    schema: { type: 'string', example: 'tokens' },
  },
} as const satisfies ApiResponseOptions['headers'];
