import { ANSWER_BOUNDS } from '@app/common';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { DONE, ProviderClient, type CallOutcome, type ServerSettings } from './provider-client';
import { refusalOf } from './provider-failure';

const SECRET = 'the words of a prompt';
const forever = new AbortController().signal;

let server: Server;
/** The received requests with their sockets. */
const heard: { request: IncomingMessage; body: string }[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      heard.push({ request, body: await text(request) });
      answer(response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  heard.length = 0;
  answer = (response) => response.end('{}');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const client = (settings: Partial<ServerSettings> = {}): ProviderClient =>
  new ProviderClient({
    name: 'The server',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    apiKey: 'key',
    timeoutMs: 60_000,
    chunkTimeoutMs: 60_000,
    ...settings,
  });
const ask = (settings: Partial<ServerSettings> = {}, signal = forever): Promise<unknown> =>
  client(settings).json({ path: '/ask', body: { prompt: SECRET }, signal });

describe('ProviderClient', () => {
  it('sends JSON and forms with the key, and asks for uncompressed answers', async () => {
    const asked = client();
    await asked.json({ path: '/ask', body: { prompt: 'hello' }, signal: forever });
    await asked.json({
      path: '/hear',
      form: { bytes: Buffer.from('--a'), type: 'multipart/form-data; boundary=a' },
      signal: forever,
    });
    await asked.json({ path: '/models', signal: forever });
    const seen = heard.map(({ request: { method, url, headers }, body }) => [
      method,
      url,
      headers['content-type'],
      body,
    ]);
    expect(seen).toEqual([
      ['POST', '/v1/ask', 'application/json', '{"prompt":"hello"}'],
      ['POST', '/v1/hear', 'multipart/form-data; boundary=a', '--a'],
      ['GET', '/v1/models', undefined, ''],
    ]);
    for (const { request } of heard)
      expect(request.headers).toMatchObject({ authorization: 'Bearer key', 'accept-encoding': 'identity' });
  });

  it('keeps its connection, unless requests must never be sent twice', async () => {
    const sockets = async (settings: Partial<ServerSettings>): Promise<number> => {
      heard.length = 0;
      const asked = client(settings);
      for (let i = 0; i < 3; i += 1) await asked.json({ path: '/ask', body: {}, signal: forever });
      return new Set(heard.map(({ request }): Socket => request.socket)).size;
    };
    expect([await sockets({}), await sockets({ keepAlive: false })]).toEqual([1, 3]);
  });

  it.each<[string, (response: ServerResponse) => void, Partial<ServerSettings>, code?: string]>([
    ['is refused', (response) => response.writeHead(400).end(SECRET), {}, 'provider_rejected'],
    ['meets a broken server', (response) => response.writeHead(500).end(SECRET), {}],
    ['gets no JSON', (response) => response.end(SECRET), {}],
    ['is sent elsewhere', (response) => response.writeHead(302, { location: '/' }).end(), {}],
    ['loses its connection', (response) => response.destroy(), {}],
    ['gets more than it takes', (response) => response.end(`"${SECRET}"`), { maxAnswerBytes: 10 }],
    [
      'loses its connection within the answer',
      (response) => response.write('{', () => response.destroy()),
      {},
      'provider_broke_off',
    ],
    ['waits too long for the answer', () => undefined, { timeoutMs: 50 }, 'provider_timeout'],
    [
      'waits too long for the rest',
      (response) => response.write('{'),
      { chunkTimeoutMs: 50 },
      'provider_timeout',
    ],
  ])(
    'reports with its own message if the server %s',
    async (_, answered, settings, code = 'provider_failed') => {
      answer = answered;
      const error: unknown = await ask(settings).catch((thrown: unknown) => thrown);
      const inOwnWords = expect.stringMatching(
        /^The server (?:failed|did not answer in time|ended its answer early|refused the request); (?:try again(?: later)?|check its parameters)$/,
      );
      expect(error).toMatchObject({ code, message: inOwnWords, details: { promptSent: true } });
    },
  );

  it('reports that nothing was sent if no connection was possible', async () => {
    const closed = new ProviderClient({
      name: 'The server',
      baseUrl: 'http://127.0.0.1:1',
      timeoutMs: 60_000,
      chunkTimeoutMs: 60_000,
    });
    await expect(closed.json({ path: '/ask', body: {}, signal: forever })).rejects.toMatchObject({
      code: 'provider_unreachable',
      message: 'The server cannot be reached; try again later',
      details: { promptSent: false },
    });
  });

  it.each<[string, (server: Server, response: ServerResponse) => void]>([
    ['ended', (ending) => ending.close()],
    ['is busy', (_, response) => response.writeHead(503).end()],
  ])('reports that a request was sent if its connection closed, and the server then %s', async (_, then) => {
    let requests = 0;
    const ending = createServer(({ socket }, response) => {
      requests += 1;
      if (requests === 1) return void response.end('{}');
      then(ending, response);
      if (requests === 2) socket.resetAndDestroy();
    });
    await new Promise<void>((resolve) => ending.listen(0, '127.0.0.1', resolve));
    const asked = client({ baseUrl: `http://127.0.0.1:${(ending.address() as AddressInfo).port}` });
    const request = { path: '/ask', body: {}, signal: forever };
    await asked.json(request);
    await expect(asked.json(request)).rejects.toMatchObject({
      code: 'provider_failed',
      details: { promptSent: true },
    });
    ending.closeAllConnections();
    ending.close();
  });

  it.each<[CallOutcome, (response: ServerResponse) => void]>([
    ['answered', (response) => response.end('{}')],
    ['refused', (response) => response.writeHead(400).end()],
    ['limited', (response) => response.writeHead(429).end()],
    ['failed', (response) => response.writeHead(500).end()],
    ['failed', (response) => response.destroy()],
    ['failed', (response) => response.write('{', () => response.destroy())],
    ['failed', (response) => response.end(`data: ${SECRET}\n\n`)],
    ['timeout', () => undefined],
    ['timeout', (response) => response.write('{')],
  ])('reports once that a request was %s, whole and in events', async (outcome, answered) => {
    answer = answered;
    const onOutcome = jest.fn();
    const settings = { ...(outcome === 'timeout' && { timeoutMs: 100, chunkTimeoutMs: 100 }), onOutcome };
    await ask(settings).catch(() => undefined);
    const events = client(settings).events({ path: '/ask', body: {}, signal: forever });
    await events.next().catch(() => undefined);
    expect(onOutcome.mock.calls).toEqual([[outcome], [outcome]]);
  });

  it('reports that a request was answered if its caller needs no more of its events', async () => {
    answer = (response) => response.write('data: {}\n\n');
    const onOutcome = jest.fn();
    for await (const event of client({ onOutcome }).events({ path: '/ask', body: {}, signal: forever })) {
      expect(event).toEqual({});
      break;
    }
    expect(onOutcome.mock.calls).toEqual([['answered']]);
  });

  it('reports an abandoned request if its caller disconnects', async () => {
    const gone = new AbortController();
    answer = () => gone.abort(new Error('gone'));
    const onOutcome = jest.fn();
    await expect(ask({ onOutcome }, gone.signal)).rejects.toThrow('gone');
    expect(onOutcome.mock.calls).toEqual([['abandoned']]);
  });

  it.each([
    ['7', 7],
    ['0.2', 1],
    ['soon', undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('reads Retry-After: %s', async (header, seconds) => {
    answer = (response) => response.writeHead(429, { 'retry-after': header }).end('busy');
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject({ status: 429, retryAfterS: seconds, body: 'busy' });
  });

  it('yields events as they arrive, until the last one', async () => {
    answer = (response) => response.end('data: {"a":1}\n\ndata: [DONE]\n\ndata: {"a":2}\n\n');
    const events: unknown[] = [];
    for await (const event of client().events({ path: '/ask', body: {}, signal: forever }))
      events.push(event);
    expect(events).toEqual([{ a: 1 }, DONE]);
  });

  it.each<[string, string, Partial<ServerSettings>]>([
    ['elements', `{"a":[${'1,'.repeat(ANSWER_BOUNDS.entries)}1]}`, {}],
    ['members', `{${'"a":1,'.repeat(ANSWER_BOUNDS.entries)}"b":1}`, {}],
    ['levels', `${'['.repeat(ANSWER_BOUNDS.depth + 1)}${']'.repeat(ANSWER_BOUNDS.depth + 1)}`, {}],
    ['levels in a failure', `{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}],
    [
      'members beside many numbers',
      `{${'"a":1,'.repeat(ANSWER_BOUNDS.entries)}"b":1}`,
      { maxNumbers: 10 * ANSWER_BOUNDS.entries },
    ],
    ['numbers than the caller expects', '[1,2,3]', { maxNumbers: 2 }],
  ])(
    'refuses an answer with too many %s, whole and in an event, before it is parsed',
    async (_, json, settings) => {
      const parse = jest.spyOn(JSON, 'parse');
      const tooLarge = {
        code: 'provider_failed',
        message: 'The server answered with more than was asked for; try again',
        details: { promptSent: true },
      };
      const onOutcome = jest.fn();
      answer = (response) => response.end(json);
      await expect(ask({ ...settings, onOutcome })).rejects.toMatchObject(tooLarge);
      answer = (response) => response.end(`data: ${json}\n\n`);
      const events = client({ ...settings, onOutcome }).events({ path: '/ask', body: {}, signal: forever });
      await expect(events.next()).rejects.toMatchObject(tooLarge);
      expect(onOutcome.mock.calls).toEqual([['failed'], ['failed']]);
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
    },
  );

  it('takes an event that is too long for an invalid answer', async () => {
    answer = (response) => response.end('data:\n'.repeat(300_000));
    const onOutcome = jest.fn();
    const events = client({ onOutcome }).events({ path: '/ask', body: {}, signal: forever });
    await expect(events.next()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(onOutcome.mock.calls).toEqual([['failed']]);
  });

  it("ends the call with the caller's reason if the caller aborts", async () => {
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on('close', resolve);
        gone.abort(new Error('gone'));
      };
    });
    await expect(ask({}, gone.signal)).rejects.toThrow('gone');
    await closed;
  });
});
