import { ModelServer, sendJson } from '../../testing/model-server';
import type { DialectObject } from '../language-model';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const INPUT = { type: 'object', properties: {} };
const BODY = {
  model: 'm',
  max_tokens: 9,
  system: [
    { type: 'text', text: 'Be kind.' },
    { type: 'text', text: 'Be brief.' },
  ],
  stop_sequences: ['end'],
  metadata: { user_id: 'u' },
  thinking: { type: 'adaptive' },
  output_config: { effort: 'low', format: { type: 'json_schema', schema: INPUT } },
  tools: [{ name: 'find', description: 'd', input_schema: INPUT }],
  tool_choice: { type: 'tool', name: 'find', disable_parallel_tool_use: true },
  messages: [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', id: 'a', name: 'find', input: { name: 'x' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And?' },
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }] },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    },
    { role: 'system', content: [] },
    { role: 'system', content: 'Be quick.' },
  ],
};

const call = { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"name":"y"}' } };
const usage = { prompt_tokens: 5, completion_tokens: 3 };

describe('messages of a server with chat completions', () => {
  it('are asked for as chat completions, without thoughts', async () => {
    let asked: DialectObject = {};
    server.handle = (_, response, body) => {
      asked = body;
      sendJson(response, { choices: [{ message: { content: 'hi' } }] });
    };
    await server.model().relay('messages', BODY, forever);
    expect(asked).toEqual({
      model: 'm',
      max_tokens: 9,
      stop: ['end'],
      user: 'u',
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: INPUT, strict: true } },
      tools: [{ type: 'function', function: { name: 'find', description: 'd', parameters: INPUT } }],
      tool_choice: { type: 'function', function: { name: 'find' } },
      parallel_tool_calls: false,
      messages: [
        { role: 'system', content: 'Be kind.\n\nBe brief.' },
        { role: 'user', content: 'Look.' },
        {
          role: 'assistant',
          content: 'Wait.',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{"name":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'one' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'And?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        { role: 'system', content: 'Be quick.' },
      ],
    });
  });

  it('contain text and calls, the reason and the usage', async () => {
    const message = { content: 'Hello', tool_calls: [call] };
    server.handle = (_, response) =>
      sendJson(response, { choices: [{ message, finish_reason: 'tool_calls' }], usage });
    expect(await server.model().relay('messages', BODY, forever)).toEqual({
      id: expect.stringMatching(/^msg_/),
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', id: 'call_1', name: 'find', input: { name: 'y' } },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 3 },
    });
  });

  it("arrive as Anthropic's events, with an estimate if the server reports no usage", async () => {
    const deltas: DialectObject[] = [
      { content: 'Hel' },
      { content: 'lo' },
      { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'find', arguments: '{"na' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'me":"y"}' } }] },
    ];
    server.handle = (_, response) => {
      for (const delta of deltas)
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
      const last = { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] };
      response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
    };
    const events: DialectObject[] = [];
    for await (const event of server.model().relayStream('messages', BODY, forever)) events.push(event);
    expect(events).toEqual([
      { type: 'message_start', message: expect.objectContaining({ role: 'assistant', content: [] }) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'tool_use', id: 'call_1', name: 'find', input: {} },
      },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"na' } },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'input_json_delta', partial_json: 'me":"y"}' },
      },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'max_tokens', stop_sequence: null },
        usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
      },
      { type: 'message_stop' },
    ]);
  });

  /** Answers with choices, whole and as one chunk, and returns the message and the events. */
  async function answered(
    choices: DialectObject[],
  ): Promise<{ whole: DialectObject; events: DialectObject[] }> {
    server.handle = (_, response, { stream }) => {
      if (stream !== true) return sendJson(response, { choices, usage });
      const deltas = choices.map(({ message, ...choice }) => ({ ...choice, delta: message }));
      return void response.end(`data: ${JSON.stringify({ choices: deltas, usage })}\n\ndata: [DONE]\n\n`);
    };
    const body = { ...BODY, n: 2 };
    const whole = await server.model().relay('messages', body, forever);
    const events: DialectObject[] = [];
    for await (const event of server.model().relayStream('messages', body, forever)) events.push(event);
    return { whole, events };
  }

  it('end with tool_use if they call tools, also if the server says stop', async () => {
    const { whole, events } = await answered([
      { index: 0, message: { tool_calls: [{ index: 0, ...call }] }, finish_reason: 'stop' },
    ]);
    expect(whole.stop_reason).toBe('tool_use');
    expect(events.at(-2)).toMatchObject({ type: 'message_delta', delta: { stop_reason: 'tool_use' } });
  });

  it.each([
    ['[1]', { arguments: [1] }],
    ['"x"', { arguments: 'x' }],
    ['null', { arguments: null }],
    ['{"x":', { arguments: '{"x":' }],
    [' ', {}],
  ])('contain the arguments %s as an object', async (written, input) => {
    const odd = { ...call, function: { name: 'find', arguments: written } };
    const { whole } = await answered([{ message: { tool_calls: [odd] }, finish_reason: 'tool_calls' }]);
    expect(whole.content).toEqual([{ type: 'tool_use', id: 'call_1', name: 'find', input }]);
  });

  it('contain the first of several choices, in whatever order they arrive', async () => {
    const { whole, events } = await answered([
      { index: 1, message: { content: 'other' }, finish_reason: 'length' },
      { index: 0, message: { content: 'first' }, finish_reason: 'stop' },
    ]);
    expect(whole).toMatchObject({ content: [{ type: 'text', text: 'first' }], stop_reason: 'end_turn' });
    expect(JSON.stringify(events)).toContain('first');
    expect(JSON.stringify(events)).not.toContain('other');
  });

  it('are refused with a tool that only Anthropic has a schema of', async () => {
    let isAsked = false;
    server.handle = (_, response) => {
      isAsked = true;
      response.end('{}');
    };
    const tools = [...BODY.tools, { type: 'bash_20250124', name: 'bash' }];
    await expect(server.model().relay('messages', { ...BODY, tools }, forever)).rejects.toMatchObject({
      code: 'bad_request',
      details: { errors: [{ field: 'tools' }] },
    });
    expect(isAsked).toBe(false);
  });

  it('send images of tool results in the message of the user that follows', async () => {
    let asked: DialectObject = {};
    server.handle = (_, response, body) => {
      asked = body;
      sendJson(response, { choices: [{ message: { content: 'hi' } }] });
    };
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }, image] },
          { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          { type: 'text', text: 'And?' },
        ],
      },
    ];
    await server.model().relay('messages', { model: 'm', messages }, forever);
    expect(asked.messages).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  it('count an image of any size as one number of tokens if the server reports no usage', async () => {
    server.handle = (_, response) => sendJson(response, { choices: [{ message: { content: 'hi' } }] });
    const asked = async (data: string) => {
      const source = { type: 'base64', media_type: 'image/png', data };
      const content = [
        { type: 'text', text: 'Look.' },
        { type: 'image', source },
      ];
      const body = { model: 'm', messages: [{ role: 'user', content }] };
      return (await server.model().relay('messages', body, forever)).usage;
    };
    expect(await asked('AAAA'.repeat(10_000))).toEqual(await asked('AAAA'));
  });
});
