import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { KeyRing } from '@app/crypto';
import { LanguageModel, readMessageUsage, type OpenAiObject, type TokenUsage } from '@app/llm';
import { messagesForm } from '../forms/messages-form';
import type { GatewayInput } from '../hide-body';
import { RelayCall, type FormOf } from '../relay-call';
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
      this.formOf(owner),
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
      this.formOf(owner),
      (...asked) => model.relayStream('messages', ...asked),
      signal,
    );
  }

  private formOf =
    ({ organizationId }: Caller): FormOf =>
    (protection) => {
      const thoughts = new Thoughts(this.keyRing, `${organizationId} ${protection}`);
      const usage = new UsageOfEvents();
      return {
        body: messagesForm(thoughts),
        bounds: ({ max_tokens: most }) => ({ tokens: [most], answers: 1 }),
        readPart: (part) => ({ text: writtenInMessage(part), usage: usage.read(part) }),
        restoring: (restoring) => new RestoringMessage(restoring, thoughts),
      };
    };
}

/** Collects the usage. An event at the beginning contains one part of it, and one at the end the other. */
class UsageOfEvents {
  private promptTokens = 0;

  read(part: OpenAiObject): TokenUsage | undefined {
    const isStart = part.type === 'message_start';
    const { usage } = isStart ? (part.message as OpenAiObject) : part;
    const read = readMessageUsage(usage);
    this.promptTokens = read.promptTokens ?? this.promptTokens;
    // The count at the beginning is no count of the answer: if the answer is cut short, it is estimated.
    if (usage === undefined || isStart) return undefined;
    return {
      promptTokens: this.promptTokens,
      completionTokens: read.completionTokens ?? 0,
      source: 'provider',
    };
  }
}
