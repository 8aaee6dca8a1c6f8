import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { BudgetGate } from '../http/budget-gate';
import { readGatewayInput, showDropped } from './gateway-headers';

/** Reads the headers and checks the budgets of every model call through the gateway, before its use case runs. */
@Injectable()
export class GatewayEntry {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    private readonly budgetGate: BudgetGate,
  ) {}

  /**
   * @param response gets headers for the budgets and for dropped parameters
   * @throws AppError `bad_request` if a header is invalid, `budget_exceeded`
   */
  async enter(caller: Caller, body: JsonObject, response: Response): Promise<GatewayInput> {
    const input = this.read(body, response);
    await this.budgetGate.enter(caller, response);
    return input;
  }

  /** Reads a call without checking budgets, for calls without counted tokens. */
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
