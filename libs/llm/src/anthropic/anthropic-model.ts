import { z } from 'zod';
import { AppError, type Clock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { OpenAiServer, refused, UpstreamRefusal, type ServerSettings } from '@app/openai-client';
import { choicesOf } from '../answer-bounds';
import { ChatModel } from '../chat-model';
import { completeAnswer, headOf } from '../complete-answer';
import { CompleteChunks } from '../complete-chunks';
import type { Dialect, Model, OpenAiObject } from '../language-model';
import { limitedModel, type Limits } from '../model-limits';
import { brokenOff, isRecord, notUnderstood, SERVER } from '../openai-answer';
import { ChatChunks, chatOfMessage } from './chat-of-message';
import { messagesOfChat } from './messages-of-chat';

const MESSAGES = '/v1/messages';
/** The version of the interface (https://docs.anthropic.com/en/api/versioning). */
const VERSION = '2023-06-01';

const block = z.looseObject({ type: z.string() });
const message = z.looseObject({ type: z.literal('message'), content: z.array(block) });
const event = z.looseObject({ type: z.string() });

/** The statuses of errors that arrive within a stream (https://docs.anthropic.com/en/api/errors). */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['rate_limit_error', 429],
  ['overloaded_error', 503],
]);
const BAD_GATEWAY = 502;

type Settings = Limits &
  Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'chunkTimeoutMs'> &
  Pick<ServerSettings, 'onOutcome'>;

/** A client of Anthropic's Messages API. */
export class AnthropicModel extends ChatModel {
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
      keyHeader: 'x-api-key',
      timeoutMs,
      chunkTimeoutMs,
      ...(onOutcome && { onOutcome }),
    });
  }

  async models(): Promise<readonly Model[]> {
    return this.settings.models.map(({ id }) => limitedModel(id, this.settings));
  }

  override relay(dialect: Dialect, body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    return dialect === 'messages' ? this.message(body, signal) : super.relay(dialect, body, signal);
  }

  override relayStream(
    dialect: Dialect,
    body: OpenAiObject,
    signal: AbortSignal,
  ): AsyncIterable<OpenAiObject> {
    return dialect === 'messages' ? this.events(body, signal) : super.relayStream(dialect, body, signal);
  }

  async relayChat(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    const answer = chatOfMessage(await this.message(this.messagesOf(body), signal));
    return completeAnswer(answer, headOf('chat.completion', body.model, this.clock), choicesOf(body));
  }

  async *relayChatStream(body: OpenAiObject, signal: AbortSignal): AsyncGenerator<OpenAiObject> {
    const chunks = new CompleteChunks(
      headOf('chat.completion.chunk', body.model, this.clock),
      choicesOf(body),
    );
    const converted = new ChatChunks();
    for await (const each of this.events(this.messagesOf(body), signal))
      for (const chunk of converted.write(each)) yield chunks.complete(chunk);
  }

  /** Anthropic has no embeddings. */
  async embed(): Promise<OpenAiObject> {
    throw new AppError('provider_model_unknown', 'The provider of this model has no embeddings', {
      promptSent: false,
    });
  }

  private messagesOf(body: OpenAiObject): OpenAiObject {
    return messagesOfChat(body, limitedModel(String(body.model), this.settings).answerTokens);
  }

  private async message(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    const answer = message.safeParse(await this.server.json({ ...callOf(body), signal }));
    if (!answer.success) throw notUnderstood();
    return answer.data;
  }

  private async *events(body: OpenAiObject, signal: AbortSignal): AsyncGenerator<OpenAiObject> {
    for await (const data of this.server.events({ ...callOf({ ...body, stream: true }), signal })) {
      const { success, data: read } = event.safeParse(data);
      if (!success) throw notUnderstood();
      if (read.type === 'error') throw failureOf(read);
      if (read.type !== 'ping') yield read;
      if (read.type === 'message_stop') return;
    }
    throw brokenOff();
  }
}

/** Returns the request of a body. Its `anthropic_beta` is a header at Anthropic. */
function callOf({ anthropic_beta: betas, ...body }: OpenAiObject): {
  path: string;
  body: OpenAiObject;
  headers: Record<string, string>;
} {
  const headers: Record<string, string> = { 'anthropic-version': VERSION };
  if (Array.isArray(betas)) headers['anthropic-beta'] = betas.join(',');
  return { path: MESSAGES, body, headers };
}

function failureOf(read: OpenAiObject): AppError {
  const type = isRecord(read.error) ? read.error.type : undefined;
  return refused(
    SERVER,
    new UpstreamRefusal(STATUSES.get(type) ?? BAD_GATEWAY, undefined, JSON.stringify(read)),
  );
}
