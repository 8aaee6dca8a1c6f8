import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { AuthUser } from '@app/auth';
import { llmConfig, type LlmConfig } from '@app/config';
import type { GatewayInput, JsonObject } from '@app/openai-gateway';
import { caseOfRequest } from '../auth/require-scope';
import { BudgetGate } from '../http/model-call';
import { CASE_HEADER, readGatewayInput, showDropped } from './gateway-headers';

/** Reads the headers and checks the budgets of every model call through the gateway, before its use case runs. */
@Injectable()
export class GatewayEntry {
  constructor(
    @Inject(llmConfig.KEY) private readonly llm: LlmConfig,
    private readonly budgetGate: BudgetGate,
  ) {}

  /**
   * @param response gets headers for the budgets and for dropped parameters
   * @throws AppError `bad_request` if a header is invalid, `budget_exceeded`, `forbidden` for a key that may not use cases
   */
  async enter(caller: AuthUser, body: JsonObject, response: Response): Promise<GatewayInput> {
    const input = this.read(caller, body, response);
    await this.budgetGate.enter(caller, response);
    return input;
  }

  /** Reads a call without checking budgets, for calls without counted tokens. */
  read(caller: AuthUser, body: JsonObject, response: Response): GatewayInput {
    return readGatewayInput(body, {
      anonymize: response.req.get('x-anonymize'),
      replacements: response.req.get('x-replacements'),
      caseId: caseOfRequest(caller, response.req.get(CASE_HEADER)),
      usual: this.llm.replacements,
      onDropped: (names) => showDropped(response, names),
      onProtection: (level) => response.setHeader('X-Protection', level),
    });
  }
}
