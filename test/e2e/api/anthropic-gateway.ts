import Anthropic from '@anthropic-ai/sdk';
import { useApi } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';
const PROMPT = `Dear Mr. ${NAME}, we tried to reach you at ${EMAIL}.`;
const PLANTED = ['Müller', 'mueller', 'M\\u00fcller', EMAIL];

const scene = useApi();

let client: Anthropic;
beforeAll(() => {
  client = new Anthropic({ baseURL: scene.system.ai('anthropic'), apiKey: scene.user.token, maxRetries: 0 });
});

const say = (content: string) => ({
  model: 'test-model',
  max_tokens: 100,
  messages: [{ role: 'user' as const, content }],
});
const lastSent = (): string => scene.upstream.requests.at(-1)?.raw ?? '';
const raw = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${scene.system.ai('anthropic')}${path}`, init);

describe('the Anthropic client, with another base URL', () => {
  it('lists the models', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(['test-model', 'other-model']);
  });

  it('receives a restored message, and the model receives no name', async () => {
    const { content, stop_reason, usage } = await client.messages.create(say(PROMPT));
    expect(content).toEqual([{ type: 'text', text: `You said: ${PROMPT}` }]);
    expect(stop_reason).toBe('end_turn');
    expect(usage.input_tokens + usage.output_tokens).toBe(34);
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });

  it('receives a streamed message without partial replacements', async () => {
    scene.upstream.answer = (message) => message.match(/[^]{1,3}/g) ?? [];
    let shown = '';
    const stream = client.messages.stream(say(PROMPT)).on('text', (text) => {
      shown += text;
      expect(PROMPT.startsWith(shown)).toBe(true);
    });
    expect((await stream.finalMessage()).content).toEqual([{ type: 'text', text: PROMPT }]);
    expect(shown).toBe(PROMPT);
  });

  it('calls tools with the real values', async () => {
    scene.upstream.intercept = ({ body }, response) => {
      const [, email] = /at (\S+@[\w.-]+\w)/.exec(body.messages?.at(-1)?.content ?? '') ?? [];
      const called = { name: 'send', arguments: JSON.stringify({ to: email }) };
      const calls = [{ id: 'call_1', type: 'function', function: called }];
      const message = { role: 'assistant', content: null, tool_calls: calls };
      response.end(JSON.stringify({ choices: [{ index: 0, message }] }));
      return true;
    };
    const schema = { type: 'object' as const, properties: { to: { type: 'string', enum: [EMAIL] } } };
    const tools = [{ name: 'send', description: `Writes to Mr. ${NAME}`, input_schema: schema }];
    const { content } = await client.messages.create({ ...say(PROMPT), tools });
    expect(content).toEqual([{ type: 'tool_use', id: 'call_1', name: 'send', input: { to: EMAIL } }]);
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });

  it('counts tokens without a request to the provider', async () => {
    const before = scene.upstream.requests.length;
    const { model, messages } = say(PROMPT);
    const { input_tokens: tokens } = await client.messages.countTokens({ model, messages });
    expect(tokens).toBeGreaterThan(10);
    expect(scene.upstream.requests).toHaveLength(before);
  });

  it('receives failures in the form of Anthropic, with the code of this service', async () => {
    const unknown = client.messages.create({ ...say('hi'), model: 'no-such-model' });
    await expect(unknown).rejects.toMatchObject({
      status: 400,
      error: {
        type: 'error',
        error: { type: 'invalid_request_error', message: expect.stringContaining('model') },
      },
    });
    const search = { type: 'web_search_20250305' as const, name: 'web_search' as const };
    const failed = await client.messages
      .create({ ...say(PROMPT), tools: [search] })
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Anthropic.BadRequestError);
    expect((failed as InstanceType<typeof Anthropic.BadRequestError>).headers.get('x-error-code')).toBe(
      'server_tool_refused',
    );
    const anonymous = await raw('/v1/messages', { method: 'POST', body: '{}' });
    expect([anonymous.status, await anonymous.json()]).toEqual([
      401,
      { type: 'error', error: { type: 'authentication_error', message: expect.any(String) } },
    ]);
  });

  it('may send its key as x-api-key, which no other interface accepts', async () => {
    const made = await scene.api.post<{ data: { key: string } }>('/idm/v1/keys', {
      name: 'agent',
      scopes: ['openai'],
    });
    const { key } = made.body.data;
    const headers = { 'x-api-key': key };
    expect((await raw('/v1/models', { headers })).status).toBe(200);
    expect((await fetch(scene.system.ai('openai/v1/models'), { headers })).status).toBe(401);
    expect((await raw('/v1/models', { headers: { 'x-api-key': scene.user.token } })).status).toBe(401);
  });

  it('finds the address without a key', async () => {
    for (const path of ['', '/api/hello']) expect((await raw(path, { method: 'HEAD' })).status).toBe(200);
  });

  it('names what was left out', async () => {
    const response = await raw('/v1/messages', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.user.token}`,
        'content-type': 'application/json',
        'anthropic-beta': 'interleaved-thinking-2025-05-14,unknown-2026-01-01',
      },
      body: JSON.stringify({
        ...say('hi'),
        tools: [
          { name: 'find', input_schema: { type: 'object' } },
          { type: 'web_search_20250305', name: 'web_search' },
        ],
        messages: [
          { role: 'user', content: 'hi' },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'I made this up.', signature: 'x' },
              { type: 'text', text: 'Yes?' },
            ],
          },
          { role: 'user', content: 'go on' },
        ],
      }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-dropped-parameters')).toBe(
      'messages.1.content.0, tools.web_search_20250305, anthropic-beta.unknown-2026-01-01',
    );
    expect(lastSent()).not.toContain('made this up');
  });
});
