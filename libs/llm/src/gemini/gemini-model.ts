import { z } from 'zod';
import { AppError, type Clock } from '@app/common';
import { DONE } from '@app/openai-client';
import type { DialectObject } from '../language-model';
import { brokenOff, notUnderstood, read, withoutFailure } from '../openai-format';
import { OwnDialectModel, type OwnDialectSettings } from '../own-dialect-model';
import { ChatOfContent } from './chat-of-content';
import { contentsOfChat } from './contents-of-chat';

const content = z.looseObject({ parts: z.array(z.looseObject({})).optional() });
const candidate = z.looseObject({
  index: z.int().min(0).optional(),
  content: content.optional(),
  finishReason: z.string().nullish(),
});
const answer = z.looseObject({
  candidates: z.array(candidate).optional(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
});

/** A client of Gemini's API (https://ai.google.dev/api/generate-content). */
export class GeminiModel extends OwnDialectModel {
  protected readonly dialect = 'gemini';

  constructor(settings: OwnDialectSettings, clock: Clock) {
    super(settings, 'x-goog-api-key', clock);
  }

  protected async ask({ model, ...body }: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    const path = `${addressOf(model)}:generateContent`;
    const { candidates = [], ...others } = readContent(await this.server.json({ path, body, signal }));
    if (candidates.length === 0) throw notUnderstood();
    return { candidates, ...others };
  }

  protected async *askStream(
    { model, ...body }: DialectObject,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject> {
    const path = `${addressOf(model)}:streamGenerateContent?alt=sse`;
    const begun = new Set<number>();
    const finished = new Set<number>();
    for await (const data of this.server.events({ path, body, signal })) {
      if (data === DONE) break;
      const chunk = readContent(data);
      for (const { index = 0, finishReason } of chunk.candidates ?? []) {
        begun.add(index);
        if (finishReason) finished.add(index);
      }
      yield chunk;
    }
    if (begun.size === 0) throw notUnderstood();
    if (finished.size < begun.size) throw brokenOff();
  }

  protected ofChat(body: DialectObject, answerTokens: number): DialectObject {
    return { model: body.model, ...contentsOfChat(body, answerTokens) };
  }

  /** A whole answer is one chunk. */
  protected toChat(content: DialectObject): DialectObject {
    const [{ choices, ...others }] = new ChatOfContent().write(content);
    const whole = (choices as DialectObject[]).map(({ delta, ...choice }) => ({
      ...choice,
      message: { role: 'assistant', ...(delta as DialectObject) },
    }));
    return { ...others, choices: whole };
  }

  protected toChunks(): ChatOfContent {
    return new ChatOfContent();
  }
}

const addressOf = (model: unknown): string => `/v1beta/models/${encodeURIComponent(String(model))}`;

/** @throws AppError with a `provider_` code if it is a failure, or if Gemini blocked the prompt */
function readContent(body: unknown): z.output<typeof answer> {
  const data = read(answer, withoutFailure(body));
  if (data.promptFeedback?.blockReason !== undefined)
    throw new AppError('provider_content_filter', "The provider's content filter refused the request", {
      promptSent: true,
    });
  return data;
}
