import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { BudgetGate } from '../http/budget-gate';
import { readGatewayInput, showDropped } from './gateway-headers';

/** What every call of a model through the gateway meets before its use case: its headers are read, then its budgets. */
@Injectable()
export class GatewayEntry {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    private readonly budgetGate: BudgetGate,
  ) {}

  /**
   * @param response says what is left of the budgets, and which parameters are dropped
   * @throws AppError `bad_request` where a header is wrong, `budget_exceeded`
   */
  async enter(caller: Caller, body: JsonObject, response: Response): Promise<GatewayInput> {
    const input = this.read(body, response);
    await this.budgetGate.enter(caller, response);
    return input;
  }

  /** Without budgets: of calls that no model's tokens are counted of. */
  read(body: JsonObject, response: Response): GatewayInput {
    return readGatewayInput(body, {
      anonymize: response.req.get('x-anonymize'),
      replacements: response.req.get('x-replacements'),
      usual: this.llm.replacements,
      onDropped: (names) => showDropped(response, names),
      onProtection: (level) => response.setHeader('X-Protection', level),
    });
  }
}
