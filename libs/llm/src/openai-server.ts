import type { IncomingMessage } from 'node:http';
import { AppError } from '@app/common';
import type { LlmConfig } from '@app/config';
import { Deadline } from './deadline';
import { HttpWire } from './http-wire';
import { readSse } from './read-sse';
import { UpstreamRefusal } from './upstream-refusal';

/** An answer is bounded, whatever the server sends, in bytes. */
const MAX_ANSWER = 16 * 1024 * 1024;
const MAX_REFUSAL = 64 * 1024;

/** Stands for the server's word that nothing more comes. */
export const DONE = Symbol('[DONE]');

export type ServerSettings = Pick<LlmConfig, 'baseUrl' | 'apiKey' | 'timeoutMs' | 'chunkTimeoutMs'>;

interface Call {
  path: string;
  body?: unknown;
  signal: AbortSignal;
}

/** The wire: JSON out, JSON or server-sent events in, time-outs and bounds. Knows nothing of what they mean. */
export class OpenAiServer {
  private readonly wire = new HttpWire();

  constructor(private readonly settings: ServerSettings) {}

  /** @throws AppError `upstream_failed` (its cause an UpstreamRefusal for an error status), `upstream_timeout` */
  async json(call: Call): Promise<unknown> {
    const parts: Uint8Array[] = [];
    for await (const part of this.bytes(call)) parts.push(part);
    return parse(Buffer.concat(parts).toString('utf8'));
  }

  /** The events' parsed data, and at last `DONE` where the server says so. */
  async *events(call: Call): AsyncGenerator<unknown> {
    try {
      for await (const data of readSse(this.bytes(call))) {
        if (data !== '[DONE]') yield parse(data);
        else {
          yield DONE;
          return;
        }
      }
    } catch (error) {
      throw error instanceof AppError || call.signal.aborted ? error : failed(error);
    }
  }

  private async *bytes(call: Call): AsyncGenerator<Uint8Array> {
    const deadline = new Deadline();
    try {
      const response = await deadline.within(this.settings.timeoutMs, () => this.open(call, deadline.signal));
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299)
        throw await deadline.within(this.settings.chunkTimeoutMs, () => refusal(status, response));
      yield* this.read(response, deadline, MAX_ANSWER);
    } catch (error) {
      call.signal.throwIfAborted();
      if (deadline.passed)
        throw new AppError('upstream_timeout', 'The language model did not answer in time; try again');
      throw failed(error);
    }
  }

  private open({ path, body, signal }: Call, deadline: AbortSignal): Promise<IncomingMessage> {
    const { baseUrl, apiKey } = this.settings;
    return this.wire.send({
      url: `${baseUrl}${path}`,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, deadline]),
    });
  }

  /** The clock runs while the server is awaited, not while the reader takes its time. */
  private async *read(
    stream: IncomingMessage,
    deadline: Deadline,
    limit: number,
  ): AsyncGenerator<Uint8Array> {
    const chunks = stream[Symbol.asyncIterator]();
    let total = 0;
    try {
      for (;;) {
        const { done, value } = await deadline.within(this.settings.chunkTimeoutMs, () => chunks.next());
        if (done) return;
        total += (value as Buffer).length;
        if (total > limit) throw new Error('The answer is too long');
        yield value as Buffer;
      }
    } finally {
      stream.destroy();
    }
  }
}

const failed = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError('upstream_failed', 'The language model failed; try again later', {}, { cause });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failed(cause);
  }
}

async function refusal(status: number, response: IncomingMessage): Promise<UpstreamRefusal> {
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

/** `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,7}(?:\.\d{1,9})?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
