import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { LanguageModel, readResponseUsage, type OpenAiObject } from '@app/llm';
import { AcceptCall } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { RESPONSES } from '../forms/responses-form';
import { HideBody, type GatewayInput } from '../hide-body';
import { largestAnswer } from '../largest-answer';
import { RestoringResponse, writtenInResponse } from './restore-response';

type Ask = (body: OpenAiObject, signal: AbortSignal) => AsyncIterable<OpenAiObject>;

/** One response through the gateway: hide, ask, put back. Nothing of it is kept but its cost. */
@Injectable()
export class CreateResponse {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: Pick<LlmConfig, 'maxAnswerTokens'>,
    private readonly acceptCall: AcceptCall,
    private readonly hideBody: HideBody,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
  ) {}

  /** @returns OpenAI's response */
  async execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    const responses = this.parts(owner, input, signal, async function* (body, signal) {
      yield await model.respond(body, signal);
    });
    let whole: OpenAiObject = {};
    for await (const response of responses) whole = response;
    return whole;
  }

  /** The same in OpenAI's events, restored while they come. */
  stream(owner: Caller, input: GatewayInput, signal: AbortSignal): AsyncGenerator<OpenAiObject, void, void> {
    return this.parts(owner, input, signal, (body, signal) => this.model.respondStream(body, signal));
  }

  private async *parts(
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
    ask: Ask,
  ): AsyncGenerator<OpenAiObject, void, void> {
    const accepted = await this.acceptCall.execute(owner, { ...input, model: input.body.model });
    const { rules, hidden: choices, policy } = accepted;
    const governed = { ...input, choices, rules, systemPrompt: policy.systemPrompt };
    const hidden = await this.hideBody.execute(owner, governed, signal, RESPONSES);
    const { body, table, sent, json, identifiers } = hidden;
    const limit = accepted.model.promptTokens + this.config.maxAnswerTokens;
    const answerTokens = largestAnswer([body.max_output_tokens], 1, limit);
    const call = { owner, model: String(body.model), answerTokens, table, sent };
    const answer = yield* this.privateModel.ask(
      {
        ...call,
        ask: (signal) => ask(body, signal),
        read: (part) => {
          const usage = readResponseUsage(part);
          return { text: writtenInResponse(part), ...(usage && { usage }) };
        },
        restoring: async (restorer) => new RestoringResponse({ restorer, json, identifiers }, input.body),
      },
      signal,
    );
    await this.privateModel.count(call, answer);
  }
}
