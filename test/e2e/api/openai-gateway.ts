import OpenAI from 'openai';
import { eventually } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { openAi } from './openai-client';
import { RawClient } from '../../support/raw-client';
import { useApi } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';
const PHONE = '+49 30 1234567';
const PROMPT = `Dear Mr. ${NAME}, we tried to reach you at ${EMAIL} and ${PHONE}.`;
const PLANTED = ['Müller', 'mueller', 'M\\u00fcller', EMAIL, PHONE, '1234567'];

const scene = useApi();

let client: OpenAI;

beforeAll(() => {
  client = open();
});

const open = (headers?: Record<string, string>): OpenAI => openAi(scene, headers);
const say = (content: string) => ({ model: 'test-model', messages: [{ role: 'user' as const, content }] });
const lastSent = (): string => scene.upstream.requests.at(-1)?.raw ?? '';
const lastMessages = () => scene.upstream.requests.at(-1)?.body.messages ?? [];

describe('the OpenAI client, with another base URL', () => {
  it('lists the models', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toEqual(['test-model', 'other-model']);
  });

  it('receives a restored answer, and the model receives no name [SEC-92]', async () => {
    const { choices, usage } = await client.chat.completions.create(say(PROMPT));
    expect(choices[0]?.message.content).toBe(`You said: ${PROMPT}`);
    expect(usage?.total_tokens).toBe(34);
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });

  it('receives a streamed answer without partial replacements', async () => {
    scene.upstream.answer = (message) => message.match(/[^]{1,3}/g) ?? [];
    const stream = await client.chat.completions.create({ ...say(PROMPT), stream: true });
    let shown = '';
    for await (const { choices, usage } of stream) {
      shown += choices[0]?.delta.content ?? '';
      expect(PROMPT.startsWith(shown)).toBe(true);
      expect(usage).toBeUndefined();
    }
    expect(shown).toBe(PROMPT);
  });

  it('receives the usage of a stream if requested', async () => {
    const options = { stream: true as const, stream_options: { include_usage: true } };
    let total: number | undefined;
    for await (const { usage } of await client.chat.completions.create({ ...say('Hello'), ...options }))
      total = usage?.total_tokens ?? total;
    expect(total).toBe(34);
  });

  it('calls tools with the real values', async () => {
    scene.upstream.intercept = ({ body }, response) => {
      const [, email] = /at (\S+@\S+) and/.exec(body.messages?.at(-1)?.content ?? '') ?? [];
      const called = { name: 'send', arguments: JSON.stringify({ to: email }) };
      const message = {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: called }],
      };
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message }] }));
      return true;
    };
    const parameters = {
      type: 'object',
      properties: { to: { type: 'string', description: `Such as ${EMAIL}`, enum: [EMAIL] } },
    };
    const { choices } = await client.chat.completions.create({
      ...say(PROMPT),
      tools: [
        { type: 'function', function: { name: 'send', description: `Writes to Mr. ${NAME}`, parameters } },
      ],
    });
    const [call] = choices[0]?.message.tool_calls ?? [];
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({ to: EMAIL });
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });

  it('gets the same replacements while the list of messages grows [PRIV-36]', async () => {
    const messages: { role: 'user' | 'assistant' | 'tool'; content: string }[] = [];
    const seen: string[][] = [];
    for (const content of [PROMPT, 'Dear Mrs. Eva Schulz, hello.', `Tell ${NAME} and Eva Schulz.`]) {
      messages.push({ role: 'user', content });
      const { choices } = await client.chat.completions.create({
        model: 'test-model',
        messages: messages as OpenAI.ChatCompletionMessageParam[],
      });
      messages.push({ role: 'assistant', content: choices[0]?.message.content ?? '' });
      seen.push(
        lastMessages()
          .slice(1)
          .map(({ content }) => content),
      );
    }
    expect(seen[1]?.slice(0, 1)).toEqual(seen[0]);
    expect(seen[2]?.slice(0, 3)).toEqual(seen[1]);
    for (const value of [...PLANTED, 'Schulz']) expect(lastSent()).not.toContain(value);
  });

  it('gets no name for a replacement that a model made up and the caller sent back', async () => {
    const placeholders = open({ 'X-Replacements': 'placeholders' });
    const first = { role: 'user' as const, content: `${NAME} is here.` };
    scene.upstream.answer = () => '[NAME_1] knows [NAME_2].';
    const one = await placeholders.chat.completions.create({ model: 'test-model', messages: [first] });
    const { content } = one.choices[0]!.message;
    expect(content).toBe(`${NAME} knows [NAME_2].`);

    const messages = [
      first,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: 'So does Wilhelmine Brandstetter.' },
    ];
    scene.upstream.answer = () => 'It is [NAME_2], NAME_2 and [NAME_3].';
    const two = await placeholders.chat.completions.create({ model: 'test-model', messages });
    expect(two.choices[0]?.message.content).toBe('It is [NAME_2], NAME_2 and Wilhelmine Brandstetter.');
  });

  it('gets different replacements than another user [PRIV-37]', async () => {
    await client.chat.completions.create(say(PROMPT));
    const [, mine] = lastMessages();
    const stranger = await scene.system.user({ organizationId: scene.user.organizationId });
    const other = new OpenAI({
      baseURL: scene.system.ai('openai/v1'),
      apiKey: stranger.token,
      maxRetries: 0,
    });
    await other.chat.completions.create(say(PROMPT));
    expect(lastMessages()[1]?.content).not.toBe(mine?.content);
  });

  it('hides what X-Anonymize names, in the style of X-Replacements', async () => {
    const chosen = open({ 'X-Anonymize': 'Emails, Phone', 'X-Replacements': 'placeholders' });
    await chosen.chat.completions.create(say(`Dear Mr. Otto Kramer, ${PHONE}`));
    expect(lastMessages().at(-1)?.content).toBe('Dear Mr. Otto Kramer, [PHONE_1]');
    await expect(open({ 'X-Anonymize': '' }).chat.completions.create(say('x'))).rejects.toMatchObject({
      status: 400,
    });
    await expect(open({ 'X-Anonymize': 'all' }).chat.completions.create(say('x'))).rejects.toMatchObject({
      status: 400,
    });
  });

  it('sends no identifier of an end user, no metadata, and a participant under another name [SEC-106]', async () => {
    await client.chat.completions.create({
      model: 'test-model',
      messages: [{ role: 'user', name: 'Hans_Mueller', content: 'Hello' }],
      user: EMAIL,
      metadata: { customer: NAME },
    });
    const body = JSON.parse(lastSent());
    expect(body.user).toMatch(/^[\w-]{43}$/);
    expect(body).not.toHaveProperty('metadata');
    expect(body.messages.at(-1).name).toMatch(/^[\p{L}\p{N}_-]+$/u);
    expect(lastSent()).not.toMatch(/mueller|müller/i);
  });

  it('can send its answer back with all fields that the server and the library added', async () => {
    const extras = {
      annotations: [],
      refusal: null,
      audio: null,
      function_call: null,
      reasoning_content: 'Hm.',
    };
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: PROMPT }];
    scene.upstream.intercept = ({ path, body }, response) => {
      if (path.endsWith('/models')) return false;
      const message = { role: 'assistant', content: body.messages?.at(-1)?.content, ...extras };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
      return true;
    };
    for (let turn = 0; turn < 3; turn += 1) {
      const { choices } = await client.chat.completions.create({ model: 'test-model', messages });
      const { message } = choices[0]!;
      expect(message.content).toBe(messages.at(-1)?.content);
      messages.push(message, { role: 'user', content: `And ${NAME}, turn ${turn}?` });
    }
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });

  it('receives the names of parameters that were not forwarded', async () => {
    const unknown = { note: 'for Hans', 'Hans Müller': 1, min_p: 0.1 };
    const body = { ...say('Hello'), ...unknown } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const { response } = await client.chat.completions.create(body).withResponse();
    expect(response.headers.get('x-dropped-parameters')).toBe('note, +1');
    expect(JSON.parse(lastSent())).toMatchObject({ min_p: 0.1 });
    expect(lastSent()).not.toContain('Hans');
    const stream = client.chat.completions.create({ ...body, stream: true });
    expect((await stream.withResponse()).response.headers.get('x-dropped-parameters')).toBe('note, +1');
  });

  it('gets no invented name for a participant or tool with an ordinary word as name', async () => {
    const text = 'Help the user to search for it, and tell the assistant.';
    const called = { name: 'search', arguments: '{"search":"user"}' };
    await client.chat.completions.create({
      model: 'test-model',
      messages: [
        { role: 'user', name: 'user', content: text },
        {
          role: 'assistant',
          name: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: 'call_1', name: 'search', content: text } as never,
      ],
    });
    expect(JSON.parse(lastSent()).messages).toMatchObject([
      { name: 'user', content: text },
      { name: 'assistant', tool_calls: [{ function: called }] },
      { name: 'search', content: text },
    ]);
  });

  it('hides names in keys, tools and schemas, and restores them in a streamed tool call', async () => {
    scene.upstream.intercept = ({ path, body }, response) => {
      if (path.endsWith('/models')) return false;
      const { tools } = body as {
        tools?: { function: { name: string; parameters: { required: string[] } } }[];
      };
      const { name, parameters } = tools![0]!.function;
      const [property] = parameters.required;
      const pieces =
        `{ "${property}": 1312345678901234567, "note":"for ${property}" }`.match(/[^]{1,5}/g) ?? [];
      const send = (delta: object) =>
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send({
        tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name } }],
      });
      for (const piece of pieces) send({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
      response.end('data: [DONE]\n\n');
      return true;
    };
    const parameters = {
      type: 'object',
      properties: { Petersen: { type: 'number' } },
      required: ['Petersen'],
    };
    const stream = client.chat.completions.stream({
      ...say(PROMPT),
      tools: [{ type: 'function', function: { name: 'pay_Mueller', parameters } }],
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        tool_calls: [
          {
            function: {
              name: 'pay_Mueller',
              arguments: '{ "Petersen": 1312345678901234567, "note":"for Petersen" }',
            },
          },
        ],
      },
    });
    expect(lastSent()).not.toMatch(/petersen|mueller/i);
  });

  it('hides values in JSON from tools, including escaped characters', async () => {
    const called = { name: 'find', arguments: '{"to":"hans.mueller@firma.de"}' };
    await client.chat.completions.create({
      model: 'test-model',
      messages: [
        { role: 'user', content: PROMPT },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', type: 'function', function: called }],
        },
        { role: 'tool', tool_call_id: 'call_1', content: '{"name":"Hans M\\u00fcller"}' },
      ],
    });
    for (const value of PLANTED) expect(lastSent()).not.toContain(value);
  });
});

describe('errors of the gateway', () => {
  const status = (code: number) => {
    scene.upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/models')) return false;
      response.writeHead(code, { 'retry-after': '7' }).end(JSON.stringify({ error: { message: 'SECRET' } }));
      return true;
    };
  };

  it.each([
    [400, 400],
    [429, 429],
    [401, 502],
    [403, 502],
    [404, 404],
    [422, 400],
    [500, 502],
  ])("answer the upstream's %d with %d, in OpenAI's form", async (from, to) => {
    status(from);
    const error = await client.chat.completions.create(say('Hello')).catch((error: unknown) => error);
    expect(error).toMatchObject({
      status: to,
      error: { message: expect.any(String), code: expect.any(String) },
    });
    expect(JSON.stringify(error)).not.toContain('SECRET');
  });

  it('tell clients not to retry if only the operator can help', async () => {
    status(401);
    const response = await client.chat.completions.create(say('Hello')).catch((error: unknown) => error);
    expect(response).toMatchObject({ status: 502, code: 'provider_configuration' });
    expect((response as { headers: Headers }).headers.get('x-should-retry')).toBe('false');
  });

  it("report too many tokens with the code that OpenAI's clients know", async () => {
    scene.upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/models')) return false;
      const error = { message: 'SECRET', code: 'context_length_exceeded' };
      response.writeHead(400).end(JSON.stringify({ error }));
      return true;
    };
    const error = await client.chat.completions.create(say('Hello')).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded' });
    expect(JSON.stringify(error)).not.toContain('SECRET');
  });

  it.each<[string, object, string]>([
    ['an unknown model', { model: 'nobody' }, 'model'],
    [
      'an image',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] }] },
      'messages[0].content[0]',
    ],
    ['logprobs', { logprobs: true }, 'logprobs'],
    ['deprecated functions', { functions: [{ name: 'f' }] }, 'functions'],
    ['no messages', { messages: undefined }, 'messages'],
  ])('name the parameter that they reject: %s', async (_, fault, param) => {
    const body = { ...say('Hello'), ...fault } as OpenAI.ChatCompletionCreateParamsNonStreaming;
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({ status: 400, param });
  });

  it("have OpenAI's form for a missing token and an unknown route too", async () => {
    for (const [path, code] of [
      ['openai/v1/models', 401],
      ['openai/v1/nothing', 404],
    ] as const) {
      const api = new ApiClient(scene.system, code === 404 ? scene.user : undefined);
      const response = await api.get(path);
      expect(response.status).toBe(code);
      expect(response.body).toEqual({
        error: {
          message: expect.any(String),
          type: expect.any(String),
          param: null,
          code: expect.any(String),
        },
      });
    }
  });

  it('report a stream that breaks off, and count the received tokens', async () => {
    const { rowCount: before } = await scene.system.db.query('SELECT 1 FROM token_usage');
    scene.upstream.intercept = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choice = { index: 0, delta: { content: 'Half of an ' }, finish_reason: null };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`, () => response.destroy());
      return true;
    };
    const stream = await client.chat.completions.create({ ...say('Hello'), stream: true });
    await expect(
      (async () => {
        for await (const chunk of stream) expect(chunk.choices).toHaveLength(1);
      })(),
    ).rejects.toMatchObject({ error: { code: 'upstream_failed' } });
    const { rowCount: after } = await scene.system.db.query('SELECT 1 FROM token_usage');
    expect(after).toBe((before ?? 0) + 1);
  });

  it('stop the upstream call when the client disconnects', async () => {
    const caller = new AbortController();
    let closed = false;
    scene.upstream.intercept = (_, response) => {
      response.once('close', () => (closed = true));
      caller.abort();
      return true;
    };
    const { signal } = caller;
    await expect(client.chat.completions.create(say('Hello'), { signal })).rejects.toThrow();
    await eventually(() => expect(closed).toBe(true));
  });
});

describe('the headers of a client', () => {
  const folder = '/home/hans.mueller/clients/Brandstetter';
  const headers = {
    'session-id': '01a218bd-6f58-7be1-971f-814865fd142f',
    'x-client-request-id': '01a218bd-6f58-7be1-971f-814865fd142f',
    'x-codex-window-id': '01a218bd-6f58-7be1-971f-814865fd142f:0',
    'x-codex-turn-metadata': JSON.stringify({ workspaces: { [folder]: { commit: 'a94a8fe5ccb19ba6' } } }),
    'x-claude-code-session-id': '01a218bd-6f58-7be1-971f-814865fd142f',
    'x-gemini-api-privileged-user-id': 'hans.mueller',
    'x-session-affinity': 'ses_brandstetter',
    'user-agent': `codex_exec/1 (${folder})`,
    originator: 'codex_exec',
    cookie: 'name=Brandstetter',
  };
  const PLANTS = /mueller|brandstetter|a94a8fe5|01a218bd|ses_|codex/i;
  const user = { role: 'user', content: 'hi' };

  it.each([
    ['openai/v1/chat/completions', { model: 'test-model', messages: [user] }],
    [
      'openai/v1/responses',
      { model: 'test-model', input: [user], client_metadata: { 'x-codex-turn-metadata': folder } },
    ],
    ['anthropic/v1/messages', { model: 'test-model', max_tokens: 5, messages: [user] }],
    ['gemini/v1beta/models/test-model:generateContent', { contents: [{ parts: [{ text: 'hi' }] }] }],
  ])('are not sent to the provider by %s', async (path, body) => {
    scene.upstream.requests.length = 0;
    const response = await fetch(scene.system.ai(path), {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${scene.user.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    expect(scene.upstream.requests.length).toBeGreaterThan(0);
    for (const { path: asked, headers: sent, raw } of scene.upstream.requests)
      expect(`${asked} ${JSON.stringify(sent)} ${raw}`).not.toMatch(PLANTS);
  });
});

it('answers a request for a WebSocket with 426, after which clients use HTTP', async () => {
  const client = await RawClient.open(scene.system.url(''));
  const { pathname } = new URL(scene.system.ai('openai/v1/responses'));
  const answer = await client.send(
    `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 426 /);
  expect(answer).toMatch(/\r\nX-Error-Code: upgrade_refused\r\n/i);
});
