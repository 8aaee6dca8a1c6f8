import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { LanguageModel, readResponseUsage, type OpenAiObject } from '@app/llm';
import { RESPONSES } from '../forms/responses-form';
import type { GatewayInput } from '../hide-body';
import { RelayCall, type CallForm } from '../relay-call';
import { RestoringResponse, writtenInResponse } from './restore-response';

const RESPONSE: CallForm = {
  body: RESPONSES,
  bounds: ({ max_output_tokens }) => ({ tokens: [max_output_tokens], answers: 1 }),
  readPart: (part) => ({ text: writtenInResponse(part), usage: readResponseUsage(part) }),
  restoring: (restoring, given) => new RestoringResponse(restoring, given),
};

/** Runs OpenAI's responses through the gateway. */
@Injectable()
export class CreateResponse {
  constructor(
    private readonly relayCall: RelayCall,
    private readonly model: LanguageModel,
  ) {}

  /** @returns OpenAI's response */
  execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    return this.relayCall.whole(
      owner,
      input,
      () => RESPONSE,
      (...asked) => model.relay('responses', ...asked),
      signal,
    );
  }

  /** Like `execute`, but yields OpenAI's events and restores each as it arrives. */
  stream(owner: Caller, input: GatewayInput, signal: AbortSignal): AsyncGenerator<OpenAiObject, void, void> {
    const { model } = this;
    return this.relayCall.execute(
      owner,
      input,
      () => RESPONSE,
      (...asked) => model.relayStream('responses', ...asked),
      signal,
    );
  }
}
