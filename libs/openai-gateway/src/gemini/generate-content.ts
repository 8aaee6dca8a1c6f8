import { Injectable } from '@nestjs/common';
import type { Caller } from '@app/common';
import { KeyRing } from '@app/crypto';
import { LanguageModel, readContentUsage, type OpenAiObject } from '@app/llm';
import { geminiForm } from '../forms/gemini-form';
import type { GatewayInput } from '../hide-body';
import { isObject } from '../json';
import { Thoughts } from '../messages/thoughts';
import { RelayCall, type FormOf } from '../relay-call';
import { RestoringContent, writtenInContent } from './restore-content';

/** Runs Gemini's `generateContent` through the gateway. */
@Injectable()
export class GenerateContent {
  constructor(
    private readonly relayCall: RelayCall,
    private readonly model: LanguageModel,
    private readonly keyRing: KeyRing,
  ) {}

  /** @returns Gemini's answer */
  execute(owner: Caller, input: GatewayInput, signal: AbortSignal): Promise<OpenAiObject> {
    const { model } = this;
    return this.relayCall.whole(
      owner,
      input,
      this.formOf(owner),
      (...asked) => model.relay('gemini', ...asked),
      signal,
    );
  }

  /** Like `execute`, but yields Gemini's chunks and restores each as it arrives. */
  stream(owner: Caller, input: GatewayInput, signal: AbortSignal): AsyncGenerator<OpenAiObject, void, void> {
    const { model } = this;
    return this.relayCall.execute(
      owner,
      input,
      this.formOf(owner),
      (...asked) => model.relayStream('gemini', ...asked),
      signal,
    );
  }

  private formOf =
    ({ organizationId }: Caller): FormOf =>
    (protection) => {
      const thoughts = new Thoughts(this.keyRing, `${organizationId} ${protection}`);
      return {
        body: geminiForm(thoughts),
        bounds: ({ generationConfig: config }) => ({
          tokens: [isObject(config as never) ? (config as OpenAiObject).maxOutputTokens : undefined],
          answers: isObject(config as never) ? ((config as OpenAiObject).candidateCount ?? 1) : 1,
        }),
        readPart: (part) => ({ text: writtenInContent(part), usage: readContentUsage(part) }),
        restoring: (restoring) => new RestoringContent(restoring, thoughts),
      };
    };
}
