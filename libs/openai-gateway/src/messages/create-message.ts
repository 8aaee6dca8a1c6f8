import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { KeyRing } from '@app/crypto';
import { LanguageModel, readMessageUsage, type OpenAiObject, type TokenUsage } from '@app/llm';
import { messagesForm } from '../forms/messages-form';
import type { GatewayInput } from '../hide-body';
import { RelayCall, type CallForm } from '../relay-call';
import { RestoringMessage, writtenInMessage } from './restore-message';
import { Thoughts } from './thoughts';

/** Runs Anthropic's messages through the gateway. */
@Injectable()
export class CreateMessage {
  constructor(
    private readonly relayCall: RelayCall,
    private readonly model: LanguageModel,
    private readonly keyRing: KeyRing,
  ) {}

  /** @returns Anthropic's message */
  execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    return this.relayCall.whole(
      owner,
      input,
      this.form(owner),
      (...asked) => model.relay('messages', ...asked),
      signal,
    );
  }

  /** Like `execute`, but yields Anthropic's events and restores each as it arrives. */
  stream(owner: Caller, input: GatewayInput, signal: AbortSignal): AsyncGenerator<OpenAiObject, void, void> {
    const { model } = this;
    return this.relayCall.execute(
      owner,
      input,
      this.form(owner),
      (...asked) => model.relayStream('messages', ...asked),
      signal,
    );
  }

  private form({ organizationId }: Caller): CallForm {
    const thoughts = new Thoughts(this.keyRing, organizationId);
    const usage = new UsageOfEvents();
    return {
      body: messagesForm(thoughts),
      bounds: ({ max_tokens: most }) => ({ tokens: [most], answers: 1 }),
      readPart: (part) => ({ text: writtenInMessage(part), usage: usage.read(part) }),
      restoring: (restoring) => new RestoringMessage(restoring, thoughts),
    };
  }
}

/** Collects the usage. An event at the beginning contains one part of it, and one at the end the other. */
class UsageOfEvents {
  private promptTokens = 0;
  private completionTokens = 0;

  read(part: OpenAiObject): TokenUsage | undefined {
    const message = part.type === 'message_start' ? (part.message as OpenAiObject) : part;
    if (message.usage === undefined) return undefined;
    const read = readMessageUsage(message.usage);
    this.promptTokens = read.promptTokens ?? this.promptTokens;
    this.completionTokens = read.completionTokens ?? this.completionTokens;
    const { promptTokens, completionTokens } = this;
    return { promptTokens, completionTokens, source: 'provider' };
  }
}
