import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SystemClock } from '@app/common';
import { OpenAiCompatible } from '../src/openai-compatible';

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Record<string, unknown>,
) => void;

const settings = {
  apiKey: 'key',
  models: [{ id: 'm', contextTokens: 1000 }, { id: 'n' }],
  contextTokens: 500,
  maxAnswerTokens: 100,
  answerTokens: new Map(),
  timeoutMs: 5_000,
  chunkTimeoutMs: 5_000,
};

/** A request that every handler may receive. */
export const REQUEST = { model: 'm', messages: [{ role: 'user' as const, content: 'hello' }] };
export const ANSWER = {
  choices: [{ message: { content: 'hi' } }],
  usage: { prompt_tokens: 7, completion_tokens: 2 },
};

/** A loopback server that answers by `handle`, and the adapter that calls it. */
export class ModelServer {
  handle: Handler = () => undefined;
  private readonly server = createServer((request, response) => {
    void text(request).then((body) => this.handle(request, response, JSON.parse(body || '{}')));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Returns the settings of an adapter that calls this server. */
  get settings() {
    return { ...settings, baseUrl: this.baseUrl };
  }

  /** @param overrides changes to the settings */
  model(overrides: Partial<typeof settings> & { api?: 'responses' | 'chat' } = {}): OpenAiCompatible {
    return new OpenAiCompatible({ ...this.settings, ...overrides }, new SystemClock());
  }
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Returns all parts of an answer. */
export const collect = async <T>(parts: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
};
