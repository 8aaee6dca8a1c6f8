import { z } from 'zod';
import { AppError, type Clock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { OpenAiServer, type ServerSettings } from '@app/openai-client';
import { choicesOf } from '../answer-bounds';
import { ChatModel } from '../chat-model';
import { completeAnswer, headOf } from '../complete-answer';
import { CompleteChunks } from '../complete-chunks';
import type { Dialect, Model, OpenAiObject } from '../language-model';
import { limitedModel, type Limits } from '../model-limits';
import { brokenOff, notUnderstood, SERVER, withoutFailure } from '../openai-answer';
import { ChatOfContent } from './chat-of-content';
import { contentsOfChat } from './contents-of-chat';

const content = z.looseObject({ parts: z.array(z.looseObject({})).optional() });
const candidate = z.looseObject({ content: content.optional(), finishReason: z.string().nullish() });
const answer = z.looseObject({
  candidates: z.array(candidate).optional(),
  promptFeedback: z.looseObject({ blockReason: z.string().optional() }).optional(),
});

type Settings = Limits &
  Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'chunkTimeoutMs'> &
  Pick<ServerSettings, 'onOutcome'>;

/** A client of Gemini's API (https://ai.google.dev/api/generate-content). */
export class GeminiModel extends ChatModel {
  private readonly server: OpenAiServer;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
    const { baseUrl, apiKey, timeoutMs, chunkTimeoutMs, onOutcome } = settings;
    this.server = new OpenAiServer({
      name: SERVER,
      baseUrl,
      apiKey,
      keyHeader: 'x-goog-api-key',
      timeoutMs,
      chunkTimeoutMs,
      ...(onOutcome && { onOutcome }),
    });
  }

  async models(): Promise<readonly Model[]> {
    return this.settings.models.map(({ id }) => limitedModel(id, this.settings));
  }

  override relay(dialect: Dialect, body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    return dialect === 'gemini' ? this.generate(body, signal) : super.relay(dialect, body, signal);
  }

  override relayStream(
    dialect: Dialect,
    body: OpenAiObject,
    signal: AbortSignal,
  ): AsyncIterable<OpenAiObject> {
    return dialect === 'gemini' ? this.chunks(body, signal) : super.relayStream(dialect, body, signal);
  }

  async relayChat(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    const { choices, ...others } = new ChatOfContent().write(await this.generate(this.bodyOf(body), signal));
    const whole = (choices as OpenAiObject[]).map(({ delta, ...choice }) => ({
      ...choice,
      message: { role: 'assistant', ...(delta as OpenAiObject) },
    }));
    const head = headOf('chat.completion', body.model, this.clock);
    return completeAnswer({ ...others, choices: whole }, head, choicesOf(body));
  }

  async *relayChatStream(body: OpenAiObject, signal: AbortSignal): AsyncGenerator<OpenAiObject> {
    const chunks = new CompleteChunks(
      headOf('chat.completion.chunk', body.model, this.clock),
      choicesOf(body),
    );
    const converted = new ChatOfContent();
    for await (const chunk of this.chunks(this.bodyOf(body), signal))
      yield chunks.complete(converted.write(chunk));
  }

  /** Gemini's embeddings have another form, which this client does not translate. */
  async embed(): Promise<OpenAiObject> {
    throw new AppError('provider_model_unknown', 'The provider of this model has no embeddings', {
      promptSent: false,
    });
  }

  private bodyOf(body: OpenAiObject): OpenAiObject {
    const { answerTokens } = limitedModel(String(body.model), this.settings);
    return { model: body.model, ...contentsOfChat(body, answerTokens) };
  }

  private async generate({ model, ...body }: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    const path = `${addressOf(model)}:generateContent`;
    return read(await this.server.json({ path, body, signal }));
  }

  private async *chunks({ model, ...body }: OpenAiObject, signal: AbortSignal): AsyncGenerator<OpenAiObject> {
    const path = `${addressOf(model)}:streamGenerateContent?alt=sse`;
    let isFinished = false;
    for await (const data of this.server.events({ path, body, signal })) {
      const chunk = read(data);
      isFinished ||= chunk.candidates?.some(({ finishReason }) => Boolean(finishReason)) ?? false;
      yield chunk;
    }
    if (!isFinished) throw brokenOff();
  }
}

const addressOf = (model: unknown): string => `/v1beta/models/${encodeURIComponent(String(model))}`;

/** @throws AppError with a `provider_` code if it is a failure, or if Gemini blocked the prompt */
function read(body: unknown): z.output<typeof answer> {
  const { success, data } = answer.safeParse(withoutFailure(body));
  if (!success) throw notUnderstood();
  if (data.promptFeedback?.blockReason !== undefined)
    throw new AppError('provider_content_filter', "The provider's content filter refused the request", {
      promptSent: true,
    });
  return data;
}
