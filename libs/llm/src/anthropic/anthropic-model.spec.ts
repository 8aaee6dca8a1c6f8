import fc from 'fast-check';
import { AppError, SystemClock } from '@app/common';
import { collect, ModelServer, REQUEST, sendJson, type Handler } from '../../testing/model-server';
import type { DialectObject } from '../language-model';
import { AnthropicModel } from './anthropic-model';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 's' },
    { type: 'text', text: 'Hello' },
    { type: 'tool_use', id: 'toolu_1', name: 'find', input: { name: 'x' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 5, cache_read_input_tokens: 2, output_tokens: 3 },
};
const EVENTS: DialectObject[] = [
  {
    type: 'message_start',
    message: { ...MESSAGE, content: [], usage: { input_tokens: 5, cache_read_input_tokens: 2 } },
  },
  { type: 'ping' },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } },
  { type: 'content_block_stop', index: 0 },
  {
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'find', input: {} },
  },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"name"' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':"x"}' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 3 },
  },
  { type: 'message_stop' },
];
const written = (events: readonly DialectObject[]): string =>
  events.map((event) => `event: e\ndata: ${JSON.stringify(event)}\n\n`).join('');

let asked: { path: string | undefined; headers: object; body: DialectObject }[] = [];
const answering =
  (events: readonly DialectObject[] = EVENTS): Handler =>
  ({ url, headers }, response, body) => {
    asked.push({ path: url, headers, body });
    if (body.stream === true) response.end(written(events));
    else sendJson(response, MESSAGE);
  };
beforeEach(() => {
  asked = [];
  server.handle = answering();
});

const model = () => new AnthropicModel(server.settings, new SystemClock());

describe('AnthropicModel', () => {
  it('forwards messages as they are, with its key, the version and the betas as headers', async () => {
    const body = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] };
    const answer = await model().relay('messages', { ...body, anthropic_beta: ['a', 'b'] }, forever);
    expect(answer).toEqual(MESSAGE);
    expect(asked).toEqual([
      {
        path: '/v1/v1/messages',
        headers: expect.objectContaining({
          'x-api-key': 'key',
          'anthropic-version': '2023-06-01',
          'anthropic-beta': 'a,b',
        }),
        body,
      },
    ]);
    const events = await collect(model().relayStream('messages', body, forever));
    expect(events).toEqual(EVENTS.filter(({ type }) => type !== 'ping'));
  });

  it('answers a prompt, whole and streamed, and reports the usage with cached tokens', async () => {
    const usage = { promptTokens: 7, completionTokens: 3, source: 'provider' };
    expect(await model().complete(REQUEST, forever)).toEqual({ text: 'Hello', finish: 'tool_calls', usage });
    expect(await collect(model().stream(REQUEST, forever))).toEqual([
      { text: 'Hel' },
      { text: 'lo' },
      { finish: 'tool_calls', usage },
    ]);
    expect(asked.map(({ body }) => body.max_tokens)).toEqual([100, 100]);
  });

  it('converts chat completions', async () => {
    const parameters = { type: 'object', properties: {} };
    const called = { name: 'find', arguments: '{"name":"x"}' };
    await model().relay(
      'chat',
      {
        model: 'm',
        max_completion_tokens: 9,
        temperature: 0.5,
        stop: 'end',
        user: 'u',
        parallel_tool_calls: false,
        reasoning_effort: 'low',
        response_format: { type: 'json_schema', json_schema: { name: 'n', schema: parameters } },
        tools: [{ type: 'function', function: { name: 'find', description: 'd', parameters } }],
        tool_choice: 'required',
        messages: [
          { role: 'system', content: 'Be kind.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Look.' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            ],
          },
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              { id: 'a', type: 'function', function: called },
              { id: 'b', type: 'function', function: called },
            ],
          },
          { role: 'tool', tool_call_id: 'a', content: 'one' },
          { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two' }] },
          { role: 'user', content: 'And?' },
        ],
      },
      forever,
    );
    expect(asked[0]!.body).toEqual({
      model: 'm',
      max_tokens: 9,
      temperature: 0.5,
      stop_sequences: ['end'],
      metadata: { user_id: 'u' },
      system: 'Be kind.',
      output_config: { effort: 'low', format: { type: 'json_schema', schema: parameters } },
      tools: [{ name: 'find', description: 'd', input_schema: parameters }],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a', name: 'find', input: { name: 'x' } },
            { type: 'tool_use', id: 'b', name: 'find', input: { name: 'x' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: 'one' },
            { type: 'tool_result', tool_use_id: 'b', content: 'two' },
            { type: 'text', text: 'And?' },
          ],
        },
      ],
    });
  });

  it('returns chat completions with thoughts and calls, whole and in chunks', async () => {
    const call = { id: 'toolu_1', type: 'function', function: { name: 'find', arguments: '{"name":"x"}' } };
    expect(await model().relay('chat', { ...REQUEST }, forever)).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: { content: 'Hello', reasoning_content: 'Hm.', tool_calls: [call] },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
    const chunks = await collect(model().relayStream('chat', { ...REQUEST }, forever));
    const choices = chunks.flatMap(
      (chunk) => chunk.choices as { delta: DialectObject; finish_reason: unknown }[],
    );
    expect(choices.map(({ delta }) => delta.content ?? '').join('')).toBe('Hello');
    const calls = choices.flatMap(
      ({ delta }) => (delta.tool_calls ?? []) as { index: number; function: { arguments: string } }[],
    );
    expect(calls.map((piece) => piece.function.arguments).join('')).toBe('{"name":"x"}');
    expect(calls[0]).toMatchObject({ index: 0, id: 'toolu_1', function: { name: 'find' } });
    expect(choices.at(-1)!.finish_reason).toBe('tool_calls');
    expect(chunks.at(-1)!.usage).toMatchObject({ total_tokens: 10 });
  });

  it.each([
    ['n', 2],
    ['logit_bias', { 1: 1 }],
    ['presence_penalty', 0.5],
    ['seed', 1],
    ['verbosity', 'low'],
    ['response_format', { type: 'json_object' }],
    ['tool_choice', { type: 'allowed_tools' }],
  ])('refuses %s, which it cannot express', async (field, value) => {
    await expect(model().relay('chat', { ...REQUEST, [field]: value }, forever)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field }] },
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['overloaded_error', 'provider_failed'],
    ['rate_limit_error', 'provider_rate_limited'],
    ['invalid_request_error', 'provider_rejected'],
  ])('reports the event %s within a stream', async (type, code) => {
    server.handle = answering([EVENTS[0]!, { type: 'error', error: { type, message: 'SECRET' } }]);
    const failed = await collect(model().relayStream('messages', { model: 'm' }, forever)).catch(
      (error: Error) => error,
    );
    expect(failed).toMatchObject({ code });
    expect((failed as Error).message).not.toContain('SECRET');
  });

  it('reports a prompt that is too long, and a stream without its end', async () => {
    server.handle = (_, response) =>
      sendJson(
        response,
        {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'prompt is too long: 5 tokens > 4 maximum' },
        },
        400,
      );
    await expect(model().complete(REQUEST, forever)).rejects.toMatchObject({
      code: 'provider_rejected_length',
    });
    server.handle = answering(EVENTS.slice(0, -1));
    await expect(collect(model().relayStream('messages', { model: 'm' }, forever))).rejects.toMatchObject({
      code: 'provider_broke_off',
    });
  });

  const start = (content_block: unknown) => ({ type: 'content_block_start', index: 0, content_block });
  const change = (delta: unknown) => ({ type: 'content_block_delta', index: 0, delta });
  it.each<[string, DialectObject]>([
    ['message_start without a message', { type: 'message_start' }],
    ['content_block_start without a block', { type: 'content_block_start', index: 0 }],
    ['a block without text', start({ type: 'text' })],
    ['a call without a name', start({ type: 'tool_use', id: 'a', input: {} })],
    ['content_block_delta without a delta', change(null)],
    ['a delta without text', change({ type: 'text_delta' })],
    ['a delta without arguments', change({ type: 'input_json_delta' })],
    ['message_delta without a delta', { type: 'message_delta', delta: null }],
  ])('reports %s as an answer that is not understood', async (_, event) => {
    server.handle = answering([event, EVENTS.at(-1)!]);
    for (const dialect of ['messages', 'chat'] as const)
      await expect(collect(model().relayStream(dialect, { ...REQUEST }, forever))).rejects.toMatchObject({
        code: 'provider_failed',
      });
  });

  it('reports a message with a block without text as an answer that is not understood', async () => {
    server.handle = (_, response) => sendJson(response, { ...MESSAGE, content: [{ type: 'text' }] });
    await expect(model().relay('messages', { ...REQUEST }, forever)).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });

  it('never fails with another error, whatever value an event has anywhere', async () => {
    const places = EVENTS.flatMap((event, at) => pathsOf(event).map((path) => ({ at, path })));
    const value = fc.oneof(
      fc.constantFrom<unknown>(undefined, 'constructor', '__proto__', 'text_delta', 'tool_use', 'error'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), value, async ({ at, path }, other) => {
        server.handle = answering(EVENTS.with(at, changed(EVENTS[at]!, path, other)));
        for (const dialect of ['messages', 'chat'] as const)
          await collect(model().relayStream(dialect, { ...REQUEST }, forever)).catch((error: unknown) => {
            expect(error).toBeInstanceOf(AppError);
          });
      }),
    );
  });

  it('skips events of unknown types', async () => {
    server.handle = answering([
      ...EVENTS.slice(0, 2),
      { type: 'constructor', secret: 1 },
      ...EVENTS.slice(2),
    ]);
    expect(await collect(model().relayStream('messages', { model: 'm' }, forever))).toEqual(
      EVENTS.filter(({ type }) => type !== 'ping'),
    );
  });

  it('counts the answer if the count of the prompt is null', async () => {
    const usage = { input_tokens: null, cache_read_input_tokens: null, output_tokens: 9 };
    server.handle = (_, response) => sendJson(response, { ...MESSAGE, usage });
    expect(await model().relay('chat', { ...REQUEST }, forever)).toMatchObject({
      usage: { completion_tokens: 9 },
    });
    server.handle = answering(
      EVENTS.map((event) => (event.type === 'message_delta' ? { ...event, usage } : event)),
    );
    const chunks = await collect(model().relayStream('chat', { ...REQUEST }, forever));
    expect(chunks.at(-1)!.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 9 });
  });

  it('leaves the pieces of unknown blocks out of a chat completion', async () => {
    const unknown = [
      { type: 'content_block_start', index: 7, content_block: { type: 'server_tool_use', id: 's' } },
      { type: 'content_block_delta', index: 7, delta: { type: 'input_json_delta', partial_json: '{"q":1}' } },
      { type: 'content_block_delta', index: 7, delta: { type: 'text_delta', text: 'searched' } },
      { type: 'content_block_stop', index: 7 },
    ];
    const contentOf = async () =>
      (await collect(model().relayStream('chat', { ...REQUEST }, forever))).map(({ choices }) => choices);
    const expected = await contentOf();
    server.handle = answering([...EVENTS.slice(0, -2), ...unknown, ...EVENTS.slice(-2)]);
    expect(await contentOf()).toEqual(expected);
  });
});

/** Returns the paths of all values in a value. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path])),
  ];
}

/** Returns an object with another value at a path. */
function changed(object: DialectObject, [key, ...path]: readonly string[], other: unknown): DialectObject {
  if (key === undefined) return other as DialectObject;
  return { ...object, [key]: changed(object[key] as DialectObject, path, other) };
}
