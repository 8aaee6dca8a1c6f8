import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SystemClock } from '@app/common';
import { OpenAiCompatible } from './openai-compatible';

type Handler = (request: IncomingMessage, response: ServerResponse, body: Record<string, unknown>) => void;

const settings = {
  apiKey: 'key',
  models: [{ id: 'm', contextTokens: 1000 }, { id: 'n' }],
  contextTokens: 500,
  maxAnswerTokens: 100,
  timeoutMs: 5_000,
  chunkTimeoutMs: 5_000,
};
const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hello' }] };
const forever = new AbortController().signal;
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (content: string, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });

describe('OpenAiCompatible', () => {
  let server: Server;
  let handle: Handler;

  beforeAll(async () => {
    server = createServer((request, response) => {
      void readText(request).then((body) => handle(request, response, JSON.parse(body || '{}')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const model = (overrides: Partial<typeof settings> = {}): OpenAiCompatible => {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    return new OpenAiCompatible({ ...settings, baseUrl, ...overrides }, new SystemClock());
  };
  const streamed = async (signal = forever, adapter = model()): Promise<string> => {
    let text = '';
    for await (const part of adapter.stream(request, signal)) if ('text' in part) text += part.text;
    return text;
  };
  const json = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const answer = {
    choices: [{ message: { content: 'hi' } }],
    usage: { prompt_tokens: 7, completion_tokens: 2 },
  };

  it('sends the messages with the key and a bound, and reads answer and usage', async () => {
    let sent: unknown;
    handle = ({ url, headers }, response, body) => {
      sent = { url, key: headers.authorization, body };
      json(response, answer);
    };
    expect(await model().complete(request, forever)).toEqual({
      text: 'hi',
      usage: { promptTokens: 7, completionTokens: 2, source: 'provider' },
    });
    expect(sent).toEqual({
      url: '/v1/chat/completions',
      key: 'Bearer key',
      body: { ...request, max_tokens: 100 },
    });
  });

  it('names the bound as newer models want it, after the first refusal from the start', async () => {
    const bodies: Record<string, unknown>[] = [];
    handle = (_, response, body) => {
      bodies.push(body);
      if ('max_tokens' in body) json(response, { error: { message: "use 'max_completion_tokens'" } }, 400);
      else json(response, answer);
    };
    const adapter = model();
    await adapter.complete(request, forever);
    await adapter.complete(request, forever);
    expect(bodies.map((body) => 'max_tokens' in body)).toEqual([true, false, false]);
  });

  it('counts by tokenizer where the server does not say', async () => {
    handle = (_, response) => json(response, { choices: [{ message: { content: 'hello' } }] });
    const { usage } = await model().complete(request, forever);
    expect(usage).toEqual({ promptTokens: 5, completionTokens: 1, source: 'tokenizer' });
  });

  it.each<[string, Handler]>([
    [
      'an error status',
      (_, response) => json(response, { error: { message: 'the prompt was SECRET' } }, 500),
    ],
    ['its own throttling', (_, response) => json(response, {}, 429)],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a page', (_, response) => response.end('<html>SECRET</html>')],
    ['another form', (_, response) => json(response, { choices: [] })],
    ['nothing to say', (_, response) => json(response, { choices: [{ message: { content: '' } }] })],
    ['a closed line', (_, response) => response.destroy()],
  ])('fails on %s without quoting the server', async (_, handler) => {
    handle = handler;
    const error: Error = (await model()
      .complete(request, forever)
      .catch((error: Error) => error)) as Error;
    expect(error).toMatchObject({ code: 'upstream_failed' });
    expect(error.message).not.toContain('SECRET');
  });

  it('times out where the first byte does not come', async () => {
    handle = () => undefined;
    const call = model({ timeoutMs: 30 }).complete(request, forever);
    await expect(call).rejects.toMatchObject({ code: 'upstream_timeout' });
  });

  it('times out where a stream falls silent', async () => {
    handle = (_, response) => void response.write(chunk('one'));
    const call = streamed(forever, model({ chunkTimeoutMs: 30 }));
    await expect(call).rejects.toMatchObject({ code: 'upstream_timeout' });
  });

  it('streams text, skips what has none, and ends with the usage', async () => {
    handle = (_, response, body) => {
      expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
      response.write(chunk('Hello ') + chunk('') + chunk('you', 'stop'));
      response.end(`${event({ choices: [], usage: answer.usage })}data: [DONE]\n\n`);
    };
    const events: unknown[] = [];
    for await (const part of model().stream(request, forever)) events.push(part);
    expect(events).toEqual([
      { text: 'Hello ' },
      { text: 'you' },
      { usage: { promptTokens: 7, completionTokens: 2, source: 'provider' } },
    ]);
  });

  it.each<[string, Handler]>([
    ['is cut off', (_, response) => void response.write(chunk('a'), () => response.destroy())],
    ['ends early', (_, response) => response.end(chunk('a'))],
    ['reports an error', (_, response) => response.end(event({ error: { message: 'SECRET' } }))],
    ['has no text', (_, response) => response.end(chunk('', 'stop'))],
  ])('fails where a stream %s', async (_, handler) => {
    handle = handler;
    await expect(streamed()).rejects.toMatchObject({ code: 'upstream_failed' });
  });

  it('stops the call when its caller gives up, with the reason of the caller', async () => {
    const caller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      handle = (_, response) => {
        response.once('close', resolve);
        caller.abort(new Error('given up'));
      };
    });
    await expect(model().complete(request, caller.signal)).rejects.toThrow('given up');
    await closed;
  });

  it('closes the line when the reader of a stream stops reading', async () => {
    const closed = new Promise<void>((resolve) => {
      handle = (_, response) => {
        response.once('close', resolve).write(chunk('one'));
      };
    });
    for await (const part of model().stream(request, forever)) if ('text' in part) break;
    await closed;
  });

  it('lists the configured models with what a prompt may have', async () => {
    expect(await model().models()).toEqual([
      { id: 'm', promptTokens: 900 },
      { id: 'n', promptTokens: 400 },
    ]);
  });

  it('asks the server for its models once, where none are configured', async () => {
    let asked = 0;
    handle = ({ url }, response) => {
      asked += 1;
      json(response, { data: [{ id: url }] });
    };
    const adapter = model({ models: [] });
    await Promise.all([adapter.models(), adapter.models()]);
    expect(await adapter.models()).toEqual([{ id: '/v1/models', promptTokens: 400 }]);
    expect(asked).toBe(1);
  });

  it.each([
    [400, 'bad_request'],
    [429, 'too_many_requests'],
    [401, 'upstream_failed'],
    [503, 'upstream_failed'],
  ])('relays %d as %s', async (status, code) => {
    handle = (_, response) => json(response, { error: { message: 'SECRET' } }, status);
    await expect(model().relay({ ...request }, forever)).rejects.toMatchObject({ code });
    const chunks = model().relayStream({ ...request }, forever);
    await expect(chunks.next()).rejects.toMatchObject({ code });
  });
});
