import type { AppError, Clock } from '@app/common';
import type { LlmConfig } from '@app/config';
import { DONE, OpenAiServer, refusalOf } from '@app/openai-client';
import { completeAnswer, headOf } from './complete-answer';
import { CompleteChunks } from './complete-chunks';
import { estimateUsage } from './count-tokens';
import {
  LanguageModel,
  type Completion,
  type CompletionEvent,
  type CompletionRequest,
  type Model,
  type OpenAiObject,
  type TokenUsage,
} from './language-model';
import {
  brokenOff,
  nonEmpty,
  readAnswer,
  readChunk,
  readModelList,
  readRelayed,
  readRelayedChunk,
  readUsage,
} from './openai-answer';
import { relayRefusal } from './relay-refusal';

const COMPLETIONS = '/chat/completions';
const STREAMED = { stream: true, stream_options: { include_usage: true } };

type Settings = Pick<
  LlmConfig,
  'apiKey' | 'timeoutMs' | 'chunkTimeoutMs' | 'models' | 'contextTokens' | 'maxAnswerTokens'
> & { baseUrl: string };

/** Any server that speaks OpenAI's chat completions. */
export class OpenAiCompatible extends LanguageModel {
  private readonly server: OpenAiServer;
  private readonly list: ModelList;
  /** Models that refused `max_tokens`: OpenAI's newer ones know only `max_completion_tokens`. */
  private readonly newerLimit = new Set<string>();

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    super();
    const { baseUrl, apiKey, timeoutMs, chunkTimeoutMs } = settings;
    const name = 'The language model';
    this.server = new OpenAiServer({ name, baseUrl, apiKey, timeoutMs, chunkTimeoutMs });
    this.list = new ModelList(async () => {
      const signal = new AbortController().signal;
      return readModelList(await this.server.json({ path: '/models', signal }));
    }, clock);
  }

  async models(): Promise<readonly Model[]> {
    const { models, contextTokens, maxAnswerTokens } = this.settings;
    const listed: Settings['models'] =
      models.length > 0 ? models : (await this.list.read()).map((id) => ({ id }));
    return listed.map((model) => ({
      id: model.id,
      promptTokens: (model.contextTokens ?? contextTokens) - maxAnswerTokens,
    }));
  }

  async complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion> {
    const answer = await this.withLimit(request, (body) =>
      this.server.json({ path: COMPLETIONS, body, signal }),
    );
    const text = readAnswer(answer);
    return { text, usage: readUsage(answer) ?? (await estimateUsage(request.messages, text)) };
  }

  async *stream(request: CompletionRequest, signal: AbortSignal): AsyncGenerator<CompletionEvent> {
    const chunks = await this.withLimit(request, async (body) => {
      const events = this.server.events({ path: COMPLETIONS, body: { ...body, ...STREAMED }, signal });
      return { first: await events.next(), events };
    });
    let text = '';
    let finished = false;
    let usage: TokenUsage | undefined;
    for await (const chunk of resumed(chunks)) {
      if (chunk === DONE) {
        finished = true;
        continue;
      }
      const part = readChunk(chunk);
      usage = readUsage(chunk) ?? usage;
      finished ||= part.finished;
      text += part.text;
      if (part.text) yield { text: part.text };
    }
    if (!finished) throw brokenOff();
    nonEmpty(text);
    yield { usage: usage ?? (await estimateUsage(request.messages, text)) };
  }

  async relay(body: OpenAiObject, signal: AbortSignal): Promise<OpenAiObject> {
    try {
      const answer = readRelayed(await this.server.json({ path: COMPLETIONS, body, signal }));
      return completeAnswer(answer, headOf('chat.completion', body.model, this.clock));
    } catch (error) {
      throw asRelayed(error);
    }
  }

  async *relayStream(body: OpenAiObject, signal: AbortSignal): AsyncGenerator<OpenAiObject> {
    const chunks = new CompleteChunks(headOf('chat.completion.chunk', body.model, this.clock));
    let isDone = false;
    try {
      const asked = { ...body, ...STREAMED };
      for await (const chunk of this.server.events({ path: COMPLETIONS, body: asked, signal })) {
        if (chunk === DONE) isDone = true;
        else yield chunks.complete(readRelayedChunk(chunk));
      }
    } catch (error) {
      throw asRelayed(error);
    }
    if (!chunks.isFinished) {
      if (!isDone || !chunks.hasBegun) throw brokenOff();
      yield chunks.end();
    }
  }

  /** Bounds the answer by the field that the model takes; `call` must not have begun to answer when it throws. */
  private async withLimit<T>(
    { model, messages }: CompletionRequest,
    call: (body: OpenAiObject) => Promise<T>,
  ): Promise<T> {
    const limit = this.settings.maxAnswerTokens;
    const newer = () => call({ model, messages, max_completion_tokens: limit });
    if (this.newerLimit.has(model)) return newer();
    try {
      return await call({ model, messages, max_tokens: limit });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.status !== 400 || !refusal.body.includes('max_completion_tokens')) throw error;
      this.newerLimit.add(model);
      return newer();
    }
  }
}

async function* resumed({
  first,
  events,
}: {
  first: IteratorResult<unknown>;
  events: AsyncGenerator<unknown>;
}) {
  if (first.done) return;
  try {
    yield first.value;
    yield* events;
  } finally {
    await events.return(undefined);
  }
}

function asRelayed(error: unknown): unknown {
  const refusal = refusalOf(error);
  return refusal ? relayRefusal(refusal, error as AppError) : error;
}

const FRESH_MS = 5 * 60_000;

/** What the server's list of models was, for five minutes; asked when first needed, and by one caller at a time. */
class ModelList {
  private known: { ids: readonly string[]; at: number } | undefined;
  private asking: Promise<readonly string[]> | undefined;

  constructor(
    private readonly ask: () => Promise<readonly string[]>,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<readonly string[]> {
    if (this.known && this.clock.now().getTime() - this.known.at < FRESH_MS) return this.known.ids;
    this.asking ??= this.refresh().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async refresh(): Promise<readonly string[]> {
    const ids = await this.ask();
    this.known = { ids, at: this.clock.now().getTime() };
    return ids;
  }
}
