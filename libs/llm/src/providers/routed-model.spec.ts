import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ProviderSettings } from '@app/config';
import type { DialectObject } from '../language-model';
import { Providers } from './providers';
import { RoutedModel } from './routed-model';

type Answer = (response: ServerResponse, body: DialectObject, request: IncomingMessage) => void;

const forever = new AbortController().signal;
const BODY = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

const status =
  (code: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('{}');
const saying =
  (content: string): Answer =>
  (response, { model, stream }) => {
    if (stream !== true) return response.end(JSON.stringify({ model, choices: [{ message: { content } }] }));
    const chunk = { model, choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] };
    return response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  };

/** A provider on the loopback interface, with the paths and models of the requests that reached it. */
class FakeProvider {
  answer: Answer = saying('hi');
  readonly asked: string[] = [];
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body = JSON.parse(sent || '{}') as DialectObject;
      this.asked.push(`${request.url} ${String(body.model)}`);
      return this.answer(response, body, request);
    });
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  settings(name: string, others: Partial<ProviderSettings> = {}): ProviderSettings {
    return {
      name,
      protocol: 'openai',
      baseUrl: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      internal: false,
      timeoutMs: 60_000,
      chunkTimeoutMs: 60_000,
      retryTimeouts: false,
      models: [{ id: 'm', images: true }],
      contextTokens: 1_000,
      answerTokens: new Map(),
      ...others,
    };
  }
}

describe('RoutedModel', () => {
  let one: FakeProvider;
  let two: FakeProvider;

  beforeEach(async () => {
    one = await new FakeProvider().start();
    two = await new FakeProvider().start();
    one.answer = saying('from one');
    two.answer = saying('from two');
  });
  afterEach(() => {
    one.stop();
    two.stop();
  });

  const routed = (first: Partial<ProviderSettings> = {}, second: Partial<ProviderSettings> = {}) =>
    new RoutedModel(new Providers([one.settings('one', first), two.settings('two', second)]).all);
  const whole = async (model: RoutedModel): Promise<string> => {
    const { choices } = await model.relay('chat', BODY, forever);
    return (choices as [{ message: { content: string } }])[0].message.content;
  };
  const streamed = async (model: RoutedModel): Promise<string> => {
    let said = '';
    for await (const { choices } of model.relayStream('chat', BODY, forever))
      for (const { delta } of choices as { delta: { content?: string } }[]) said += delta.content ?? '';
    return said;
  };

  it('asks the first provider that offers the model, under the provider’s own name of it', async () => {
    const model = routed(
      { models: [{ id: 'other', images: true }] },
      { models: [{ id: 'm', upstream: 'deployed-7', images: true }] },
    );
    expect(await model.relay('chat', BODY, forever)).toMatchObject({ model: 'm' });
    expect([one.asked, two.asked]).toEqual([[], ['/chat/completions deployed-7']]);
  });

  it.each([
    ['accepts no more requests', status(429)],
    ['is not available', status(503)],
  ])('asks the next provider if the first one %s, whole and streamed', async (_, answer) => {
    one.answer = answer;
    expect(await whole(routed())).toBe('from two');
    expect(await streamed(routed())).toBe('from two');
  });

  it('asks the next provider if the first one cannot be reached', async () => {
    const model = routed();
    one.stop();
    expect(await whole(model)).toBe('from two');
    expect(await streamed(model)).toBe('from two');
  });

  it.each([
    ['refuses the request', status(400), 'provider_rejected'],
    ['fails', status(500), 'provider_failed'],
    [
      'closes the connection after it got the request',
      (response: ServerResponse) => void response.destroy(),
      'provider_failed',
    ],
  ])('asks no other provider if the first one %s', async (_, answer, code) => {
    one.answer = answer;
    await expect(whole(routed())).rejects.toMatchObject({ code });
    expect(two.asked).toEqual([]);
  });

  it('asks no other provider after a part of the answer has arrived', async () => {
    one.answer = (response) => {
      const chunk = { choices: [{ index: 0, delta: { content: 'from' } }] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`, () => response.destroy());
    };
    await expect(streamed(routed())).rejects.toMatchObject({ code: 'provider_broke_off' });
    expect(two.asked).toEqual([]);
  });

  it('asks the next provider after a timeout only if the operator allows it', async () => {
    one.answer = () => undefined;
    const slow = { timeoutMs: 50 };
    await expect(whole(routed(slow))).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(two.asked).toEqual([]);
    expect(await whole(routed({ ...slow, retryTimeouts: true }))).toBe('from two');
  });

  it('reports a call that the first provider may bill before it asks the next one, and no other call', async () => {
    const order: string[] = [];
    const onLost = async (): Promise<void> => void order.push(`lost, ${two.asked.length} asked`);
    one.answer = () => undefined;
    const model = routed({ timeoutMs: 50, retryTimeouts: true });
    await model.relay('chat', BODY, forever, onLost);
    for await (const _ of model.relayStream('chat', BODY, forever, onLost)) order.push('part');
    expect(order).toEqual(['lost, 0 asked', 'lost, 1 asked', 'part']);
    one.answer = status(429);
    await model.relay('chat', BODY, forever, onLost);
    expect(order).toHaveLength(3);
  });

  it('does not ask the next provider if the call of the first one cannot be counted', async () => {
    one.answer = () => undefined;
    const model = routed({ timeoutMs: 50, retryTimeouts: true });
    const onLost = (): Promise<void> => Promise.reject(new Error('used up'));
    await expect(model.relay('chat', BODY, forever, onLost)).rejects.toThrow('used up');
    expect(two.asked).toEqual([]);
  });

  it('passes over a provider that failed five times, and asks it again if no other one answers', async () => {
    const model = routed();
    one.answer = status(500);
    for (let i = 0; i < 5; i += 1)
      await expect(whole(model)).rejects.toMatchObject({ code: 'provider_failed' });
    expect(await whole(model)).toBe('from two');
    expect(one.asked).toHaveLength(5);
    two.answer = status(503);
    one.answer = saying('from one again');
    expect(await whole(model)).toBe('from one again');
  });

  it('does not pass over a provider that answers between its failures', async () => {
    const model = routed();
    for (let i = 0; i < 6; i += 1) {
      one.answer = status(500);
      await expect(whole(model)).rejects.toMatchObject({ code: 'provider_failed' });
      one.answer = saying('from one');
      expect(await whole(model)).toBe('from one');
    }
  });

  it('does not pass over a provider because of what callers send', async () => {
    const model = new RoutedModel(
      new Providers([one.settings('one', { protocol: 'anthropic' }), two.settings('two')]).all,
    );
    for (let i = 0; i < 6; i += 1)
      await expect(model.relay('chat', { ...BODY, logit_bias: { 1: 1 } }, forever)).rejects.toMatchObject({
        code: 'bad_request',
      });
    one.answer = status(400);
    await expect(whole(model)).rejects.toMatchObject({ code: 'provider_rejected' });
  });

  it('passes over a provider as long as it asked for', async () => {
    const model = routed();
    one.answer = status(429, { 'retry-after': '30' });
    expect(await whole(model)).toBe('from two');
    one.answer = saying('from one');
    expect(await whole(model)).toBe('from two');
    expect(one.asked).toHaveLength(1);
  });

  it('asks another provider if one has as many calls as it may have', async () => {
    let end: () => void = () => undefined;
    const model = routed({ maxCalls: 1 });
    const reached = new Promise<void>((resolve) => {
      one.answer = (response, body, request) => {
        end = () => saying('from one')(response, body, request);
        resolve();
      };
    });
    const first = whole(model);
    await reached;
    expect(await whole(model)).toBe('from two');
    end();
    expect(await first).toBe('from one');
  });

  it('refuses a call if every provider has as many calls as it may have', async () => {
    const model = new RoutedModel(new Providers([one.settings('one', { maxCalls: 1 })]).all);
    const reached = new Promise<() => void>((resolve) => {
      one.answer = (response, body, request) => resolve(() => saying('from one')(response, body, request));
    });
    const first = whole(model);
    const end = await reached;
    await expect(whole(model)).rejects.toMatchObject({
      code: 'provider_rate_limited',
      details: { promptSent: false, retryAfterS: 1 },
    });
    end();
    await first;
  });

  it('gives a model of several providers the smallest limits', async () => {
    const wide = { contextTokens: 8_000, internal: true };
    const model = routed(wide, {
      contextTokens: 4_000,
      models: [
        { id: 'm', images: false },
        { id: 'n', images: true },
      ],
    });
    expect(await model.models()).toEqual([
      { id: 'm', promptTokens: 3_000, answerTokens: 1_000, internal: false, images: false },
      { id: 'n', promptTokens: 3_000, answerTokens: 1_000, internal: false, images: true },
    ]);
  });

  it('offers the models of the others if a provider does not list its own', async () => {
    one.answer = status(500);
    const model = routed({ models: [] });
    expect((await model.models()).map(({ id }) => id)).toEqual(['m']);
    expect(await whole(model)).toBe('from two');
  });

  it.each([
    [undefined, '/openai/v1/chat/completions deployed 7'],
    ['2024-10-21', '/openai/deployments/deployed%207/chat/completions?api-version=2024-10-21 deployed 7'],
  ])('calls Azure with its key header, and version %s at its address', async (apiVersion, path) => {
    let key: unknown;
    one.answer = (response, body, request) => {
      key = [request.headers['api-key'], request.headers.authorization];
      saying('from Azure')(response, body, request);
    };
    const models = [{ id: 'm', upstream: 'deployed 7', images: true }];
    const azure = one.settings('azure', { protocol: 'azure-openai', apiKey: 'k', apiVersion, models });
    expect(await whole(new RoutedModel(new Providers([azure]).all))).toBe('from Azure');
    expect([one.asked, key]).toEqual([[path], ['k', undefined]]);
  });
});
