import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { LanguageModel, readUsage, type OpenAiObject } from '@app/llm';
import { CHAT } from './forms/chat-form';
import type { GatewayInput } from './hide-body';
import { isObject } from './json';
import { RelayCall, type CallForm } from './relay-call';
import { RestoringAnswer, writtenText } from './restore-answer';

const COMPLETION: CallForm = {
  body: CHAT,
  bounds: ({ max_completion_tokens, max_tokens, n }) => ({
    tokens: [max_completion_tokens, max_tokens],
    answers: n,
  }),
  readPart: (part) => ({ text: writtenText(part), usage: readUsage(part) }),
  restoring: (restoring) => new RestoringAnswer(restoring),
};

/** Runs OpenAI's chat completions through the gateway. */
@Injectable()
export class CompleteChat {
  constructor(
    private readonly relayCall: RelayCall,
    private readonly model: LanguageModel,
  ) {}

  /** @returns OpenAI's answer */
  execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    return this.relayCall.whole(
      owner,
      input,
      () => COMPLETION,
      (...asked) => model.relay('chat', ...asked),
      signal,
    );
  }

  /** Like `execute`, but yields OpenAI's chunks and restores each as it arrives. */
  async *stream(
    owner: Caller,
    input: GatewayInput,
    signal: AbortSignal,
  ): AsyncGenerator<OpenAiObject, void, void> {
    const { model } = this;
    const showsUsage = asksForUsage(input);
    for await (const chunk of this.relayCall.execute(
      owner,
      input,
      () => COMPLETION,
      (...asked) => model.relayStream('chat', ...asked),
      signal,
    )) {
      if (showsUsage) yield chunk;
      else if ((chunk.choices as unknown[]).length > 0) {
        const { usage: _, ...rest } = chunk;
        yield rest;
      }
    }
  }
}

/** The service always asks for usage. A caller that did not ask must not get the extra chunk. */
const asksForUsage = ({ body: { stream_options: options } }: GatewayInput): boolean =>
  isObject(options) && options.include_usage === true;
