import type { ErrorCode } from '@app/common';
import { ANSWER, ModelServer, REQUEST, sendJson, type Handler } from '../testing/model-server';

const forever = new AbortController().signal;

describe('OpenAiCompatible', () => {
  const server = new ModelServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  it('sends the messages with the key and a token limit, and reads answer and usage', async () => {
    let sent: unknown;
    server.handle = ({ url, headers }, response, body) => {
      sent = { url, key: headers.authorization, body };
      sendJson(response, ANSWER);
    };
    expect(await server.model().complete(REQUEST, forever)).toEqual({
      text: 'hi',
      usage: { promptTokens: 7, completionTokens: 2, source: 'provider' },
      finish: 'stop',
    });
    expect(sent).toEqual({
      url: '/v1/chat/completions',
      key: 'Bearer key',
      body: { ...REQUEST, max_tokens: 100 },
    });
  });

  it('sends its user agent, and requests uncompressed answers', async () => {
    let headers: Record<string, unknown> = {};
    server.handle = (request, response) => {
      headers = request.headers;
      sendJson(response, ANSWER);
    };
    await server.model().complete(REQUEST, forever);
    expect(headers).toMatchObject({
      'user-agent': expect.stringMatching(/^privacy-chat\/\d/),
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    });
  });

  it('retries on a new connection if the reused one was closed meanwhile', async () => {
    const used = new WeakSet<object>();
    server.handle = ({ socket }, response) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else sendJson(response, ANSWER);
      used.add(socket);
    };
    const adapter = server.model();
    for (let turn = 0; turn < 3; turn += 1)
      expect(await adapter.complete(REQUEST, forever)).toMatchObject({ text: 'hi' });
  });

  it('fails if a new connection is closed', async () => {
    server.handle = ({ socket }) => socket.resetAndDestroy();
    await expect(server.model().complete(REQUEST, forever)).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });

  it('uses the newer name of the token limit after a refusal, and then for all further calls', async () => {
    const bodies: Record<string, unknown>[] = [];
    server.handle = (_, response, body) => {
      bodies.push(body);
      if ('max_tokens' in body)
        sendJson(response, { error: { message: "use 'max_completion_tokens'" } }, 400);
      else sendJson(response, ANSWER);
    };
    const adapter = server.model();
    await adapter.complete(REQUEST, forever);
    await adapter.complete(REQUEST, forever);
    expect(bodies.map((body) => 'max_tokens' in body)).toEqual([true, false, false]);
  });

  it('counts by tokenizer if the server does not report the usage', async () => {
    server.handle = (_, response) => sendJson(response, { choices: [{ message: { content: 'hello' } }] });
    const { usage } = await server.model().complete(REQUEST, forever);
    expect(usage).toEqual({ promptTokens: 5, completionTokens: 1, source: 'tokenizer' });
  });

  it.each<[string, Handler, ErrorCode?]>([
    [
      'an error status',
      (_, response) => sendJson(response, { error: { message: 'the prompt was SECRET' } }, 500),
    ],
    ['its own throttling', (_, response) => sendJson(response, {}, 429), 'provider_rate_limited'],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['a page', (_, response) => response.end('<html>SECRET</html>')],
    ['another form', (_, response) => sendJson(response, { choices: [] })],
    ['nothing to say', (_, response) => sendJson(response, { choices: [{ message: { content: '' } }] })],
    ['a closed line', (_, response) => response.destroy()],
  ])('fails on %s without quoting the server', async (_, handler, code = 'provider_failed') => {
    server.handle = handler;
    const error: Error = (await server
      .model()
      .complete(REQUEST, forever)
      .catch((error: Error) => error)) as Error;
    expect(error).toMatchObject({ code });
    expect(error.message).not.toContain('SECRET');
  });

  it('times out if the first byte does not arrive', async () => {
    server.handle = () => undefined;
    const call = server.model({ timeoutMs: 30 }).complete(REQUEST, forever);
    await expect(call).rejects.toMatchObject({ code: 'provider_timeout' });
  });

  it('stops the call when its caller aborts, with the reason of the caller', async () => {
    const caller = new AbortController();
    const closed = new Promise<void>((resolve) => {
      server.handle = (_, response) => {
        response.once('close', resolve);
        caller.abort(new Error('given up'));
      };
    });
    await expect(server.model().complete(REQUEST, caller.signal)).rejects.toThrow('given up');
    await closed;
  });

  it.each([
    ['length', 'length'],
    ['end_turn\n', 'other'],
    ['stopped', 'other'],
    [7, 'other'],
    [null, 'stop'],
  ])('reports the finish reason %j as %s', async (reason, finish) => {
    server.handle = (_, response) =>
      sendJson(response, { choices: [{ message: { content: 'a' }, finish_reason: reason }] });
    expect(await server.model().complete(REQUEST, forever)).toMatchObject({ finish });
  });

  it('lists the configured models with the token limit of prompts', async () => {
    expect(await server.model().models()).toEqual([
      { id: 'm', promptTokens: 900, answerTokens: 100, internal: true, images: true },
      { id: 'n', promptTokens: 400, answerTokens: 100, internal: true, images: true },
    ]);
  });

  it('waits at most 5 s for the models of the server', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const adapter = server.model({ models: [], timeoutMs: 60_000, chunkTimeoutMs: 60_000 });
      const asked = new Promise<void>((resolve) => (server.handle = () => resolve()));
      const listed = adapter.models().catch((error: unknown) => error);
      await asked;
      jest.advanceTimersByTime(5_000);
      expect(await listed).toMatchObject({ code: 'provider_timeout' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('requests the models of the server once if none are configured', async () => {
    let asked = 0;
    server.handle = ({ url }, response) => {
      asked += 1;
      sendJson(response, { data: [{ id: url }] });
    };
    const adapter = server.model({ models: [] });
    await Promise.all([adapter.models(), adapter.models()]);
    expect(await adapter.models()).toEqual([
      { id: '/v1/models', promptTokens: 400, answerTokens: 100, internal: true, images: true },
    ]);
    expect(asked).toBe(1);
  });
});
