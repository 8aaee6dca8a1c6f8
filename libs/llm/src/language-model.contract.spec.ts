import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SystemClock } from '@app/common';
import { DemoEcho } from './demo-echo';
import type { LanguageModel, DialectObject } from './language-model';
import { OpenAiCompatible } from './openai-compatible';

const settings = {
  models: [],
  contextTokens: 1000,
  maxAnswerTokens: 100,
  answerTokens: new Map(),
  timeoutMs: 60_000,
  chunkTimeoutMs: 60_000,
};
const clock = new SystemClock();
const echo = new DemoEcho(settings, clock);
const forever = new AbortController().signal;

/** A server with OpenAI's API that returns the echo's answers. */
const server = createServer((request, response) => {
  void (async () => {
    if (request.method === 'GET') return response.end(JSON.stringify({ data: await echo.models() }));
    const body = JSON.parse(await readText(request)) as DialectObject;
    if (!body.stream) return response.end(JSON.stringify(await echo.relay('chat', body, forever)));
    for await (const chunk of echo.relayStream('chat', body, forever))
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    return response.end('data: [DONE]\n\n');
  })();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const remote = (): LanguageModel => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new OpenAiCompatible({ ...settings, baseUrl, apiKey: undefined }, clock);
};

describe.each<[string, () => LanguageModel]>([
  ['DemoEcho', () => echo],
  ['OpenAiCompatible', remote],
])('%s is a LanguageModel', (_, make) => {
  const messages = [{ role: 'user' as const, content: 'Greet [NAME_1], <|endoftext|> and\n\n  go.' }];

  it('lists its models', async () => {
    expect(await make().models()).toEqual([
      { id: 'demo-echo', promptTokens: 900, answerTokens: 100, internal: true, images: true },
    ]);
  });

  it('answers and reports the usage', async () => {
    const { text, usage } = await make().complete({ model: 'demo-echo', messages }, forever);
    expect(text).toContain(messages[0]!.content);
    expect(usage.promptTokens).toBeGreaterThan(4);
    expect(usage.completionTokens).toBeGreaterThan(usage.promptTokens);
  });

  it('streams the same answer, and ends with the usage', async () => {
    const whole = await make().complete({ model: 'demo-echo', messages }, forever);
    let text = '';
    const costs: unknown[] = [];
    for await (const event of make().stream({ model: 'demo-echo', messages }, forever)) {
      if ('text' in event) text += event.text;
      else costs.push(event.usage);
    }
    expect(text).toBe(whole.text);
    expect(costs).toEqual([whole.usage]);
  });

  it("relays OpenAI's bodies, whole and in chunks", async () => {
    const body = { model: 'demo-echo', messages };
    const whole = (await make().relay('chat', body, forever)) as {
      choices: [{ message: { content: string } }];
    };
    let text = '';
    for await (const chunk of make().relayStream('chat', { ...body, stream: true }, forever)) {
      const [choice] = chunk.choices as { delta: { content?: string } }[];
      text += choice?.delta.content ?? '';
    }
    expect(text).toBe(whole.choices[0].message.content);
  });

  it('rejects with the reason of its caller when aborted', async () => {
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(make().complete({ model: 'demo-echo', messages }, signal)).rejects.toThrow('given up');
    const first = make().stream({ model: 'demo-echo', messages }, signal)[Symbol.asyncIterator]().next();
    await expect(first).rejects.toThrow('given up');
  });
});
