import type { Clock } from '@app/common';
import type { ProviderSettings } from '@app/config';
import { DONE, ProviderClient, refusalOf, type ServerSettings } from '@app/openai-client';
import { choicesOf, refuseMore } from './answer-bounds';
import {
  bodyOf,
  brokenOff,
  nonEmpty,
  readAnswer,
  readChunk,
  readEmbeddings,
  readModelList,
  readRelayed,
  readRelayedChunk,
  readUsage,
  SERVER,
} from './openai-format';
import { ChatModel } from './chat-model';
import type { ChatRelay } from './chat-relay';
import { completeAnswer, headOf } from './complete-answer';
import { CompleteChunks } from './complete-chunks';
import { estimateUsage } from './count-tokens';
import {
  type Completion,
  type CompletionEvent,
  type CompletionRequest,
  type Dialect,
  type Model,
  type DialectObject,
  type TokenUsage,
  limitedModel,
  type Limits,
} from './language-model';
import { ModelList } from './model-list';
import { isLast, readResponse, readResponseEvent } from './responses/read-response';

const COMPLETIONS = '/chat/completions';
const RESPONSES = '/responses';
/** Statuses of servers that lack an endpoint. 404 may also mean an unknown model. */
const NO_ENDPOINT: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
/** Limit for the vectors of one call: about 2400 vectors of 3072 components in base64. */
const MAX_VECTOR_BYTES = 40 * 1024 * 1024;
/** Limit for the numbers of these vectors: one JSON.parse of them holds the event loop for about 150 ms. */
const MAX_VECTOR_NUMBERS = 4_000_000;
/** The timeout of the list of models, because calls may wait for it. */
const LIST_TIMEOUT_MS = 5_000;
const STREAMED = { stream: true, stream_options: { include_usage: true } };

type Settings = Limits &
  Pick<ProviderSettings, 'baseUrl' | 'apiKey' | 'api' | 'timeoutMs' | 'chunkTimeoutMs'> &
  Pick<ServerSettings, 'keyHeader' | 'addressOf' | 'onOutcome'>;

/** A client of any server with OpenAI's chat completions. */
export class OpenAiCompatible extends ChatModel {
  private readonly server: ProviderClient;
  private readonly vectors: ProviderClient;
  private readonly list: ModelList;
  /** Models that refused `max_tokens`: OpenAI's newer models only accept `max_completion_tokens`. */
  private readonly newerLimit = new Set<unknown>();
  /** Whether the server lacks responses, so that chat completions replace them. */
  private overChat: boolean;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
    const { baseUrl, apiKey, keyHeader, addressOf, timeoutMs, chunkTimeoutMs, onOutcome } = settings;
    this.overChat = settings.api === 'chat';
    const server = {
      name: SERVER,
      baseUrl,
      apiKey,
      timeoutMs,
      chunkTimeoutMs,
      ...(keyHeader && { keyHeader }),
      ...(addressOf && { addressOf }),
      ...(onOutcome && { onOutcome }),
    };
    this.server = new ProviderClient(server);
    this.vectors = new ProviderClient({
      ...server,
      maxAnswerBytes: MAX_VECTOR_BYTES,
      maxNumbers: MAX_VECTOR_NUMBERS,
    });
    const listing = new ProviderClient({
      ...server,
      timeoutMs: Math.min(timeoutMs, LIST_TIMEOUT_MS),
      chunkTimeoutMs: Math.min(chunkTimeoutMs, LIST_TIMEOUT_MS),
    });
    this.list = new ModelList(async () => {
      const signal = new AbortController().signal;
      return readModelList(await listing.json({ path: '/models', signal }));
    }, clock);
  }

  async models(): Promise<readonly Model[]> {
    const { models } = this.settings;
    const ids = models.length > 0 ? models.map(({ id }) => id) : await this.list.read();
    return ids.map((id) => limitedModel(id, this.settings));
  }

  override async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const answer = await this.withLimit(request, (body) =>
      this.server.json({ path: COMPLETIONS, body, signal }),
    );
    const { text, finish } = readAnswer(answer);
    return { text, finish, usage: readUsage(answer) ?? (await estimateUsage(request.messages, text)) };
  }

  override async *stream(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const chunks = await this.withLimit(request, async (body) => {
      const events = this.server.events({ path: COMPLETIONS, body: { ...body, ...STREAMED }, signal });
      return { first: await events.next(), events };
    });
    let text = '';
    let isDone = false;
    let finish: string | undefined;
    let usage: TokenUsage | undefined;
    for await (const chunk of resumed(chunks)) {
      if (chunk === DONE) {
        isDone = true;
        continue;
      }
      const part = readChunk(chunk);
      usage = readUsage(chunk) ?? usage;
      finish = part.finish ?? finish;
      text += part.text;
      if (part.text) yield { text: part.text };
    }
    if (!isDone && finish === undefined) throw brokenOff();
    nonEmpty(text);
    yield { usage: usage ?? (await estimateUsage(request.messages, text)), finish: finish ?? 'stop' };
  }

  async relayChat(body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    const answer = readRelayed(await this.server.json({ path: COMPLETIONS, body, signal }));
    const head = headOf('chat.completion', body.model, this.clock);
    return completeAnswer(answer, head, choicesOf(body));
  }

  async *relayChatStream(body: DialectObject, signal: AbortSignal): AsyncGenerator<DialectObject> {
    const chunks = new CompleteChunks(
      headOf('chat.completion.chunk', body.model, this.clock),
      choicesOf(body),
    );
    let isDone = false;
    const asked = { ...body, ...STREAMED };
    for await (const chunk of this.server.events({ path: COMPLETIONS, body: asked, signal })) {
      if (chunk === DONE) isDone = true;
      else yield chunks.complete(readRelayedChunk(chunk));
    }
    if (!chunks.isFinished) {
      if (!isDone || !chunks.hasBegun) throw brokenOff();
      yield chunks.end();
    }
  }

  override async relay(dialect: Dialect, body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    if (dialect !== 'responses') return super.relay(dialect, body, signal);
    if (!this.overChat) {
      try {
        return readResponse(await this.server.json({ path: RESPONSES, body, signal }));
      } catch (error) {
        if (!this.mayHaveNone(error)) throw error;
      }
    }
    const answer = await super.relay(dialect, body, signal);
    this.overChat = true;
    return answer;
  }

  override relayStream(
    dialect: Dialect,
    body: DialectObject,
    signal: AbortSignal,
  ): AsyncIterable<DialectObject> {
    return dialect === 'responses'
      ? this.respondStream(body, signal)
      : super.relayStream(dialect, body, signal);
  }

  async embed(body: DialectObject, signal: AbortSignal): Promise<DialectObject> {
    const answer = readEmbeddings(await this.vectors.json({ path: '/embeddings', body, signal }));
    refuseMore((answer.data as unknown[]).length, [body.input].flat().length);
    return answer;
  }

  private async *respondStream(body: DialectObject, signal: AbortSignal): AsyncGenerator<DialectObject> {
    if (!this.overChat) {
      try {
        return yield* this.responseEvents(body, signal);
      } catch (error) {
        if (!this.mayHaveNone(error)) throw error;
      }
    }
    yield* super.relayStream('responses', body, signal);
    this.overChat = true;
  }

  private async *responseEvents(
    body: DialectObject,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject, void> {
    const asked = { ...body, stream: true };
    for await (const data of this.server.events({ path: RESPONSES, body: asked, signal })) {
      if (data === DONE) break;
      const event = readResponseEvent(data);
      yield event;
      if (isLast(event)) return;
    }
    throw brokenOff();
  }

  /** Returns whether the server may lack responses. This is certain once it answers in chat completions. */
  private mayHaveNone(error: unknown): boolean {
    return this.settings.api === undefined && NO_ENDPOINT.has(refusalOf(error)?.status);
  }

  /** Sends other dialects as chat completions, with the token limit in the field that the model accepts. */
  protected override get chat(): ChatRelay {
    return {
      relayChat: ({ max_tokens: most, ...body }, signal) =>
        this.bounded(body, most, (bounded) => this.relayChat(bounded, signal)),
      relayChatStream: ({ max_tokens: most, ...body }, signal) => this.boundedStream(body, most, signal),
    };
  }

  private async *boundedStream(
    body: DialectObject,
    most: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<DialectObject> {
    const chunks = await this.bounded(body, most, async (bounded) => {
      const events = this.relayChatStream(bounded, signal);
      return { first: await events.next(), events };
    });
    yield* resumed(chunks);
  }

  /** Limits the answer by the field that the model accepts. `call` must not have begun to answer when it throws. */
  private async withLimit<T>(
    { model, messages }: CompletionRequest,
    call: (body: DialectObject) => Promise<T>,
  ): Promise<T> {
    return this.bounded(bodyOf({ model, messages }), limitedModel(model, this.settings).answerTokens, call);
  }

  /** @param most the limit for the answer in tokens; if undefined, the server's own */
  private async bounded<T>(
    body: DialectObject,
    most: unknown,
    call: (body: DialectObject) => Promise<T>,
  ): Promise<T> {
    if (most === undefined) return call(body);
    const { model } = body;
    const newer = () => call({ ...body, max_completion_tokens: most });
    if (this.newerLimit.has(model)) return newer();
    try {
      return await call({ ...body, max_tokens: most });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.status !== 400 || !refusal.body.includes('max_completion_tokens')) throw error;
      this.newerLimit.add(model);
      return newer();
    }
  }
}

async function* resumed<T>({
  first,
  events,
}: {
  first: IteratorResult<T, unknown>;
  events: AsyncGenerator<T, unknown, undefined>;
}): AsyncGenerator<T> {
  if (first.done) return;
  try {
    yield first.value;
    yield* events;
  } finally {
    await events.return(undefined);
  }
}
