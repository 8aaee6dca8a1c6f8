import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { llmConfig, type LlmConfig } from '@app/config';
import { LanguageModel, readUsage, type OpenAiObject } from '@app/llm';
import { AcceptCall } from '@app/policy';
import { PrivateModel } from '@app/private-model';
import { HideBody, type GatewayInput } from './hide-body';
import { isObject } from './json';
import { largestAnswer } from './largest-answer';
import { RestoringAnswer, writtenText } from './restore-answer';

type Ask = (body: OpenAiObject, signal: AbortSignal) => AsyncIterable<OpenAiObject>;

/** One call through the gateway: hide, ask, put back. Nothing of it is kept but its cost. */
@Injectable()
export class CompleteChat {
  constructor(
    @Inject(llmConfig.KEY) private readonly config: Pick<LlmConfig, 'maxAnswerTokens'>,
    private readonly acceptCall: AcceptCall,
    private readonly hideBody: HideBody,
    private readonly model: LanguageModel,
    private readonly privateModel: PrivateModel,
  ) {}

  /** @returns OpenAI's answer */
  async execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    const answers = this.answers(owner, input, signal, async function* (body, signal) {
      yield await model.relay(body, signal);
    });
    let whole: OpenAiObject = {};
    for await (const answer of answers) whole = answer;
    return whole;
  }

  /** The same in OpenAI's chunks, restored while they come. */
  async *stream(
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
  ): AsyncGenerator<OpenAiObject, void, void> {
    const ask: Ask = (body, signal) => this.model.relayStream(body, signal);
    const showsUsage = asksForUsage(input);
    for await (const chunk of this.answers(owner, input, signal, ask)) {
      if (showsUsage) yield chunk;
      else if ((chunk.choices as unknown[]).length > 0) {
        const { usage: _, ...rest } = chunk;
        yield rest;
      }
    }
  }

  private async *answers(
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
    ask: Ask,
  ): AsyncGenerator<OpenAiObject, void, void> {
    const accepted = await this.acceptCall.execute(owner, { ...input, model: input.body.model });
    const hiding = { ...input, choices: accepted.hidden, rules: accepted.rules };
    const systemPrompt = accepted.policy.systemPrompt;
    const hidden = await this.hideBody.execute(owner, { ...hiding, systemPrompt }, signal);
    const { body, table, sent, json, identifiers } = hidden;
    const limit = accepted.model.promptTokens + this.config.maxAnswerTokens;
    const answerTokens = largestAnswer([body.max_completion_tokens, body.max_tokens], body.n, limit);
    const call = { owner, model: String(body.model), answerTokens, table, sent };
    const answer = yield* this.privateModel.ask(
      {
        ...call,
        ask: (signal) => ask(body, signal),
        read: (part) => {
          const usage = readUsage(part);
          return { text: writtenText(part), ...(usage && { usage }) };
        },
        restoring: async (restorer) => new RestoringAnswer({ restorer, json, identifiers }),
      },
      signal,
    );
    await this.privateModel.count(call, answer);
  }
}

/** The service asks for it in any case; a caller that did not gets no chunk that it does not expect. */
const asksForUsage = ({ body: { stream_options: options } }: GatewayInput): boolean =>
  isObject(options) && options.include_usage === true;
