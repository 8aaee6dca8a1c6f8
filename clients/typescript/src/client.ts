import createClient, { type Client } from 'openapi-fetch';
import { errorOf, errorOfEvent, PrivacyChatError } from './errors.ts';
import { eventsOf, textsOf } from './events.ts';
import { retrying, sleep, type Send } from './retry.ts';
import type { components, paths } from './schema.ts';

/** The bodies of the OpenAPI document, by name. */
export type Schemas = components['schemas'];

/** An event of a streamed chat. The last one is `result`. */
export type ChatEvent =
  | { type: 'start'; session_id: string }
  | { type: 'delta'; text: string }
  | { type: 'meta'; finish_reason: string; protection: string }
  | ({ type: 'result' } & Schemas['ChatResultDto']);

/** What issued the replacements of a text: exactly one of them. */
export type ReplacementSource = { caseId: string } | { chatId: string } | { jobId: string };

export interface PrivacyChatOptions {
  /** The address of the service, such as `https://privacy-chat.example.com`. */
  baseUrl: string;
  /** An API key or an access token, or a function that returns one for each request. `login` replaces it. */
  token?: string | (() => string | Promise<string>);
  /** The retries of one request that is safe to repeat; 2 by default. */
  maxRetries?: number;
  fetch?: typeof fetch;
}

interface CallOptions {
  signal?: AbortSignal;
}

/** A client of one service, for one user or API key. */
export class PrivacyChat {
  /**
   * Every operation of the service, with the types of the OpenAPI document. A failure throws PrivacyChatError, so `data` is
   * always present.
   */
  readonly api: Client<paths>;
  private readonly baseUrl: string;
  private readonly once: Send;
  private token: PrivacyChatOptions['token'];

  constructor({ baseUrl, token, maxRetries = 2, fetch = globalThis.fetch }: PrivacyChatOptions) {
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.token = token;
    const send: Send = (request) => fetch(request);
    this.once = (request) => this.authorized(send, request);
    const withRetries = retrying(send, maxRetries);
    this.api = createClient<paths>({
      baseUrl: this.baseUrl,
      fetch: (request) => this.authorized(withRetries, request),
    });
  }

  /** Logs in with a password. Later calls use the access token. */
  async login(body: Schemas['LoginDto']): Promise<Schemas['TokensDto']> {
    const { data } = await this.api.POST('/idm/v1/auth/login', { body });
    const tokens = present(data);
    this.token = tokens.jwtToken;
    return tokens;
  }

  /** Sends a prompt to a model without its personal data, and returns the restored answer. */
  async chat(body: Schemas['ChatDto'], options: CallOptions = {}): Promise<Schemas['ChatResultDto']> {
    const { data } = await this.api.POST('/ai/v1/chat', { body, ...options });
    return present(data) as Schemas['ChatResultDto'];
  }

  /**
   * Yields the events of a chat as they arrive. The texts of `delta` joined are `replaced_response` of `result`. If the caller
   * stops early, the service stops the call of the model and stores nothing.
   *
   * @throws PrivacyChatError also with the code `stream_interrupted`, if the stream ends without a result
   */
  async *streamChat(body: Schemas['ChatDto'], options: CallOptions = {}): AsyncGenerator<ChatEvent> {
    const { data } = await this.api.POST('/ai/v1/chat', {
      body,
      headers: { Accept: 'text/event-stream' },
      parseAs: 'stream',
      ...options,
    });
    for await (const { event, data: content } of eventsOf(present(data) as ReadableStream<Uint8Array>)) {
      if (event === 'error') throw errorOfEvent(content);
      yield { type: event, ...(content as object) } as ChatEvent;
      if (event === 'result') return;
    }
    throw interrupted();
  }

  /** Returns a text without its personal data. */
  async anonymize(
    body: Schemas['AnonymizeDto'],
    options: CallOptions = {},
  ): Promise<Schemas['AnonymizedTextDto']> {
    const { data } = await this.api.POST('/ai/v1/anonymize', { body, ...options });
    return present(data);
  }

  /** Puts the original values back into a text. */
  async restore(
    body: Schemas['RestoreDto'],
    options: CallOptions = {},
  ): Promise<Schemas['RestoredAnswerDto']['data']> {
    const { data } = await this.api.POST('/ai/v1/restore', { body, ...options });
    return (present(data) as Schemas['RestoredAnswerDto']).data;
  }

  /** Yields a text with its original values while the text arrives. It is not sent again after a failure. */
  async *streamRestore(
    text: string | AsyncIterable<string>,
    source: ReplacementSource,
    { signal }: CallOptions = {},
  ): AsyncGenerator<string> {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Accept: 'text/plain', ...headerOf(source) },
      body: typeof text === 'string' ? text : streamOf(text),
      // A request with a stream as its body must declare it; the DOM's types do not know the field.
      duplex: 'half',
      signal: signal ?? null,
    };
    const response = await this.once(new Request(`${this.baseUrl}/ai/v1/restore`, init as RequestInit));
    yield* textsOf(present(response.body));
  }

  /** Submits a text to anonymize as a job, and returns the id of the job. A retry does not submit it twice. */
  async submitAnonymization(
    body: Schemas['SubmitAnonymizationDto'],
    options: CallOptions = {},
  ): Promise<string> {
    const { response } = await this.api.POST('/ai/v1/job/anonymize', { body, ...options });
    return present(response.headers.get('X-Job-Id'));
  }

  /**
   * Polls a job until it ends, and returns its result.
   *
   * @throws PrivacyChatError with the code of the job if it failed
   */
  async waitForJob(
    jobId: string,
    { intervalS = 1, signal }: CallOptions & { intervalS?: number } = {},
  ): Promise<Schemas['JobResultDto']> {
    const call = { params: { path: { job_id: jobId } }, ...(signal && { signal }) };
    for (;;) {
      const job = present((await this.api.GET('/ai/v1/job/{job_id}', call)).data);
      if (job.status === 'completed')
        return present((await this.api.GET('/ai/v1/job/{job_id}/result', call)).data);
      if (job.status === 'failed')
        throw new PrivacyChatError({
          status: 0,
          code: job.error_code ?? 'unknown',
          message: job.error ?? 'The job failed',
        });
      await sleep(intervalS, signal);
    }
  }

  /** Sends a request with the token. @throws PrivacyChatError if the answer is not a success */
  private async authorized(send: Send, request: Request): Promise<Response> {
    const token = typeof this.token === 'function' ? await this.token() : this.token;
    if (token !== undefined && !request.headers.has('Authorization'))
      request.headers.set('Authorization', `Bearer ${token}`);
    const response = await send(request);
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}

/** Returns what every success has. */
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new PrivacyChatError({ status: 0, code: 'unknown', message: 'The answer is incomplete' });
  return value;
}

const interrupted = (): PrivacyChatError =>
  new PrivacyChatError({
    status: 0,
    code: 'stream_interrupted',
    message: 'The stream ended without a result',
  });

function headerOf(source: ReplacementSource): Record<string, string> {
  if ('caseId' in source) return { 'X-Case': source.caseId };
  return 'chatId' in source ? { 'X-Chat': source.chatId } : { 'X-Job': source.jobId };
}

function streamOf(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
