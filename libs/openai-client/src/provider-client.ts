import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  ANSWER_BOUNDS,
  AnswerTooLarge,
  AppError,
  boundedAnswer,
  BoundedJson,
  Deadline,
  inStage,
} from '@app/common';
import { HttpWire, type WireRequest } from './http-wire';
import { failed, notUnderstood, refusalOf, tooLarge, UpstreamRefusal } from './provider-failure';
import { readSse } from './read-sse';

const MAX_REFUSAL = 64 * 1024;

/** Represents the server's end marker. */
export const DONE = Symbol('[DONE]');

export interface ServerSettings {
  /** The name in error messages: `The language model`. */
  name: string;
  baseUrl: string;
  apiKey?: string | undefined;
  /** The header with the key. Default: `authorization`, as a bearer token. */
  keyHeader?: 'authorization' | 'api-key' | 'x-api-key' | 'x-goog-api-key';
  /** Returns the address of a path, from the base URL. Default: the path follows the base URL. */
  addressOf?: (path: string, body: unknown) => string;
  /** The maximum time until the answer starts. */
  timeoutMs: number;
  /** The maximum time between two chunks of the answer. */
  chunkTimeoutMs: number;
  /** The maximum size of a whole answer; if absent: 16 MiB. */
  maxAnswerBytes?: number;
  /** The maximum number of numbers in lists of an answer. If absent, they count as other values. */
  maxNumbers?: number;
  /** Receives the result of each request. */
  onOutcome?: (outcome: CallOutcome) => void;
  /** False if no request may be sent twice, not even one that the server cannot have read. Default: true. */
  keepAlive?: boolean;
}

/**
 * The result of a request: `answered`; `refused`, or `limited` for too many requests; `failed` without a valid answer,
 * or `timeout`; `abandoned` if the caller disconnected.
 */
export type CallOutcome = 'answered' | 'refused' | 'limited' | 'failed' | 'timeout' | 'abandoned';

export interface ServerCall {
  path: string;
  /** If absent: POST with a body or a form, and else GET */
  method?: 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** An encoded form, instead of a body. */
  form?: NonNullable<WireRequest['body']>;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * Calls a provider's server: sends JSON or a form, receives JSON or server-sent events, and enforces
 * timeouts and size limits. It does not interpret the content. Its errors never quote the server, because the server
 * may quote what it was sent.
 */
export class ProviderClient {
  private readonly wire: HttpWire;

  constructor(private readonly settings: ServerSettings) {
    this.wire = new HttpWire(settings.keepAlive ?? true);
  }

  /**
   * @throws AppError with a `provider_` code; its cause is an UpstreamRefusal for an error status and a SyntaxError if
   *   the answer is not JSON; the signal's reason if it aborts
   */
  async json(call: ServerCall): Promise<unknown> {
    let outcome: CallOutcome = 'answered';
    try {
      const parts: Uint8Array[] = [];
      const bounded = this.bounded();
      for await (const part of this.bytes(call)) {
        this.check(bounded, part);
        parts.push(part);
      }
      const text = Buffer.concat(parts).toString('utf8');
      await setImmediate();
      return this.parse(text);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      this.report(call, outcome);
    }
  }

  /** Yields the parsed data of events, and finally `DONE` if the server sends it. Throws like {@link json}. */
  async *events(call: ServerCall): AsyncGenerator<unknown> {
    let outcome: CallOutcome = 'answered';
    try {
      for await (const data of readSse(this.bytes(call))) {
        if (data === '[DONE]') {
          yield DONE;
          return;
        }
        this.check(this.bounded(), Buffer.from(data));
        yield this.parse(data);
      }
    } catch (error) {
      outcome = outcomeOf(error);
      throw call.signal.aborted || error instanceof AppError
        ? error
        : notUnderstood(this.settings.name, error);
    } finally {
      this.report(call, outcome);
    }
  }

  /** Yields the bytes of an answer of any type. Throws like {@link json}. */
  async *download(call: ServerCall): AsyncGenerator<Uint8Array> {
    let outcome: CallOutcome = 'answered';
    try {
      yield* this.bytes(call);
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      this.report(call, outcome);
    }
  }

  private report({ signal }: ServerCall, outcome: CallOutcome): void {
    this.settings.onOutcome?.(signal.aborted ? 'abandoned' : outcome);
  }

  private async *bytes(call: ServerCall): AsyncGenerator<Uint8Array> {
    const { name, timeoutMs, chunkTimeoutMs } = this.settings;
    const deadline = new Deadline();
    let hasBegun = false;
    try {
      const response = await awaiting(deadline, timeoutMs, () => this.open(call, deadline.signal));
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299)
        throw await awaiting(deadline, chunkTimeoutMs, () => readRefusal(status, response));
      hasBegun = true;
      yield* this.read(response, deadline);
    } catch (error) {
      call.signal.throwIfAborted();
      if (deadline.passed)
        throw new AppError('provider_timeout', `${name} did not answer in time; try again`, {
          promptSent: true,
        });
      throw failed(name, error, hasBegun);
    }
  }

  private open(
    { path, method, body, form, headers, signal }: ServerCall,
    deadline: AbortSignal,
  ): Promise<IncomingMessage> {
    const { baseUrl, apiKey, keyHeader = 'authorization', addressOf = String } = this.settings;
    const json = body === undefined ? undefined : { bytes: JSON.stringify(body), type: 'application/json' };
    const sent = form ?? json;
    return this.wire.send({
      url: `${baseUrl}${addressOf(path, body)}`,
      headers: {
        ...headers,
        ...(apiKey && { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${apiKey}` : apiKey }),
      },
      ...(method && { method }),
      ...(sent && { body: sent }),
      signal: AbortSignal.any([signal, deadline]),
    });
  }

  /** The timeout includes waiting for the server, but not the reader's own time. */
  private async *read(stream: IncomingMessage, deadline: Deadline): AsyncGenerator<Uint8Array> {
    const { chunkTimeoutMs, maxAnswerBytes: bytes = ANSWER_BOUNDS.bytes } = this.settings;
    const chunks = boundedAnswer<Buffer>(stream, { ...ANSWER_BOUNDS, bytes }, false);
    try {
      for (;;) {
        const { done, value } = await awaiting(deadline, chunkTimeoutMs, () => chunks.next());
        if (done) return;
        yield value;
      }
    } catch (error) {
      throw error instanceof AnswerTooLarge ? notUnderstood(this.settings.name, error) : error;
    } finally {
      stream.destroy();
    }
  }

  private bounded(): BoundedJson {
    return new BoundedJson(ANSWER_BOUNDS, this.settings.maxNumbers);
  }

  /** Refuses an answer before it is parsed, since parsing and validating cost time for each value. */
  private check(bounded: BoundedJson, part: Uint8Array): void {
    if (bounded.read(part)) throw tooLarge(this.settings.name);
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw notUnderstood(this.settings.name, cause);
    }
  }
}

/** Waits for the server, and measures the time as a stage. */
const awaiting = <T>(deadline: Deadline, ms: number, wait: () => Promise<T>): Promise<T> =>
  inStage('provider', () => deadline.within(ms, wait));

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof AppError && error.code === 'provider_timeout') return 'timeout';
  const refusal = refusalOf(error);
  if (!refusal || refusal.status >= 500) return 'failed';
  return refusal.status === 429 ? 'limited' : 'refused';
}

async function readRefusal(status: number, response: IncomingMessage): Promise<UpstreamRefusal> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    total += (part as Buffer).length;
    if (total > MAX_REFUSAL) break;
  }
  return new UpstreamRefusal(
    status,
    secondsOf(response.headers['retry-after']),
    Buffer.concat(parts).toString('utf8'),
  );
}

/** Returns `Retry-After`, which is in seconds or a date, in seconds (RFC 9110, section 10.2.3). */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,7}(?:\.\d{1,9})?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
