import { collect, ModelServer, sendJson, type Handler } from '../../testing/model-server';
import type { DialectObject } from '../language-model';
import { readResponseUsage } from './response-usage';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const events = (...all: readonly unknown[]): string =>
  all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const paths: string[] = [];
const handle = (handler: Handler): void => {
  paths.length = 0;
  server.handle = (request, response, body) => {
    paths.push(request.url ?? '');
    handler(request, response, body);
  };
};

const BODY = {
  model: 'm',
  store: false,
  instructions: 'Be kind.',
  max_output_tokens: 50,
  reasoning: { effort: 'low', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  text: { format: { type: 'json_schema', name: 'person', schema: { type: 'object' }, strict: true } },
  tools: [{ type: 'function', name: 'find', parameters: { type: 'object' } }],
  tool_choice: { type: 'function', name: 'find' },
  temperature: 0.5,
  input: [
    { role: 'user', content: [{ type: 'input_text', text: 'Find him.' }] },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x' },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Wait.', annotations: [] }],
    },
    { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{}' },
    { type: 'function_call', call_id: 'c2', name: 'find', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: 'found' },
  ],
};

describe('responses of a server that only knows chat completions', () => {
  const api = 'chat' as const;

  it('are requested as chat completions', async () => {
    let sent: unknown;
    handle((_, response, body) => {
      sent = body;
      sendJson(response, { choices: [{ message: { content: 'hi' } }] });
    });
    await server.model({ api }).relay('responses', BODY, forever);
    const call = (id: string) => ({ id, type: 'function', function: { name: 'find', arguments: '{}' } });
    expect([paths, sent]).toEqual([
      ['/v1/chat/completions'],
      {
        model: 'm',
        temperature: 0.5,
        max_tokens: 50,
        reasoning_effort: 'low',
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'person', schema: { type: 'object' }, strict: true },
        },
        tools: [{ type: 'function', function: { name: 'find', parameters: { type: 'object' } } }],
        tool_choice: { type: 'function', function: { name: 'find' } },
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Find him.' },
          { role: 'assistant', content: 'Wait.', tool_calls: [call('c1'), call('c2')] },
          { role: 'tool', tool_call_id: 'c1', content: 'found' },
        ],
      },
    ]);
  });

  it('have custom tools, namespaces and searches for tools as functions, and calls of these as calls', async () => {
    let sent: DialectObject = {};
    const tools = [
      {
        type: 'custom',
        name: 'patch',
        description: 'Edits',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
      },
      { type: 'tool_search', execution: 'client', description: 'Finds', parameters: { type: 'object' } },
    ];
    const clock = {
      type: 'namespace',
      name: 'clock',
      tools: [{ type: 'function', name: 'sleep', parameters: { type: 'object' } }],
    };
    const calls = [
      { id: 'c1', function: { name: 'patch', arguments: '{"input":"*** Begin"}' } },
      { id: 'c2', function: { name: 'clock__sleep', arguments: '{"ms":1}' } },
      { id: 'c3', function: { name: 'tool_search', arguments: '{"query":"q"}' } },
    ];
    handle((_, response, body) => {
      sent = body;
      if (body.stream !== true) return sendJson(response, { choices: [{ message: { tool_calls: calls } }] });
      const deltas = calls.flatMap(({ id, function: called }, index) => [
        { index, id, function: { name: called.name, arguments: called.arguments.slice(0, 4) } },
        { index, function: { arguments: called.arguments.slice(4) } },
      ]);
      return void response.end(
        events(...deltas.map((call) => chunk({ tool_calls: [call] })), chunk({}, 'tool_calls')) +
          'data: [DONE]\n\n',
      );
    });
    const input = [
      { type: 'additional_tools', role: 'developer', tools: [clock] },
      { role: 'user', content: 'Go.' },
      { type: 'custom_tool_call', call_id: 'c0', name: 'patch', input: 'x' },
      { type: 'custom_tool_call_output', call_id: 'c0', output: 'done' },
    ];
    const body = { model: 'm', tools, tool_choice: { type: 'custom', name: 'patch' }, input };
    const { output } = await server.model({ api }).relay('responses', body, forever);
    const expected = [
      { type: 'custom_tool_call', call_id: 'c1', name: 'patch', input: '*** Begin' },
      { type: 'function_call', call_id: 'c2', name: 'sleep', namespace: 'clock', arguments: '{"ms":1}' },
      { type: 'tool_search_call', call_id: 'c3', execution: 'client', arguments: { query: 'q' } },
    ];
    expect(output).toMatchObject(expected);
    expect(sent).toMatchObject({
      tools: [
        {
          function: {
            name: 'patch',
            description: 'Edits\n\nThe input has this grammar (lark):\nstart: "x"',
            parameters: { required: ['input'] },
          },
        },
        { function: { name: 'tool_search', parameters: { type: 'object' } } },
        { function: { name: 'clock__sleep' } },
      ],
      tool_choice: { type: 'function', function: { name: 'patch' } },
      messages: [
        { role: 'user', content: 'Go.' },
        {
          role: 'assistant',
          tool_calls: [{ id: 'c0', function: { name: 'patch', arguments: '{"input":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'c0', content: 'done' },
      ],
    });
    const streamed = await collect(server.model({ api }).relayStream('responses', body, forever));
    expect(streamed.at(-1)).toMatchObject({ response: { output: expected } });
    expect(streamed.filter(({ type }) => String(type).includes('custom_tool_call_input'))).toMatchObject([
      { type: 'response.custom_tool_call_input.delta', delta: '*** Begin' },
      { type: 'response.custom_tool_call_input.done', input: '*** Begin' },
    ]);
  });

  it('are requested with the images of their input', async () => {
    let sent: unknown;
    handle((_, response, body) => {
      sent = body;
      sendJson(response, { choices: [{ message: { content: 'A heart.' } }] });
    });
    const image_url = 'data:image/png;base64,iVBORw0KGgo=';
    const content = [
      { type: 'input_text', text: 'What is it?' },
      { type: 'input_image', image_url, detail: 'low' },
    ];
    const input = [
      { role: 'user', content },
      { type: 'function_call', call_id: 'c1', name: 'view', arguments: '{}' },
      { type: 'function_call', call_id: 'c2', name: 'view', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: [content[1]] },
      { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'seen' }] },
    ];
    await server.model({ api }).relay('responses', { model: 'm', input }, forever);
    const image = { type: 'image_url', image_url: { url: image_url, detail: 'low' } };
    expect(sent).toMatchObject({
      messages: [
        { content: [{ type: 'text', text: 'What is it?' }, image] },
        { role: 'assistant' },
        { role: 'tool', tool_call_id: 'c1', content: '' },
        { role: 'tool', tool_call_id: 'c2', content: 'seen' },
        { role: 'user', content: [image] },
      ],
    });
  });

  it('are limited by the field that the model accepts', async () => {
    const bounds: unknown[] = [];
    handle((_, response, { max_tokens, max_completion_tokens }) => {
      bounds.push([max_tokens, max_completion_tokens]);
      if (max_tokens) sendJson(response, { error: { message: 'use max_completion_tokens' } }, 400);
      else sendJson(response, { choices: [{ message: { content: 'hi' } }] });
    });
    const model = server.model({ api });
    for (let i = 0; i < 2; i += 1) await model.relay('responses', BODY, forever);
    expect(bounds).toEqual([
      [50, undefined],
      [undefined, 50],
      [undefined, 50],
    ]);
  });

  it('contain reasoning, text, calls and usage', async () => {
    const call = { id: 'c1', function: { name: 'find', arguments: '{"a":1}' } };
    handle((_, response) =>
      sendJson(response, {
        choices: [
          {
            message: { content: 'hi', reasoning_content: 'Hm.', tool_calls: [call] },
            finish_reason: 'length',
          },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 3 } },
      }),
    );
    const answer = await server.model({ api }).relay('responses', BODY, forever);
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^resp_/),
      object: 'response',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [
        { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'hi', annotations: [] }],
        },
        { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"a":1}', status: 'completed' },
      ],
      usage: {
        input_tokens: 7,
        output_tokens: 2,
        total_tokens: 9,
        input_tokens_details: { cached_tokens: 3 },
      },
    });
    expect(readResponseUsage(answer)).toEqual({ promptTokens: 7, completionTokens: 2, source: 'provider' });
  });

  it('have a usage from a tokenizer if the server does not report it', async () => {
    handle((_, response) => sendJson(response, { choices: [{ message: { content: 'hi' } }] }));
    const answer = await server.model({ api }).relay('responses', BODY, forever);
    expect(readResponseUsage(answer)).toMatchObject({ source: 'tokenizer' });
    expect(answer.usage).toMatchObject({
      input_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    });
  });

  it("are streamed in the order of OpenAI's events", async () => {
    handle((_, response) =>
      response.end(
        events(
          chunk({ reasoning: 'Hm.' }),
          chunk({ content: 'he' }),
          chunk({ content: 'llo' }),
          chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'f', arguments: '' } }] }),
          chunk({ tool_calls: [{ index: 1, id: 'c2', function: { name: 'g', arguments: '{' } }] }),
          chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
          chunk({ tool_calls: [{ index: 1, function: { arguments: '}' } }] }, 'tool_calls'),
        ) + 'data: [DONE]\n\n',
      ),
    );
    const all = await collect(server.model({ api }).relayStream('responses', BODY, forever));
    expect(all.map(({ type, output_index: at }) => [String(type).replace('response.', ''), at])).toEqual([
      ['created', undefined],
      ['in_progress', undefined],
      ['output_item.added', 0],
      ['content_part.added', 0],
      ['reasoning_text.delta', 0],
      ['reasoning_text.done', 0],
      ['content_part.done', 0],
      ['output_item.done', 0],
      ['output_item.added', 1],
      ['content_part.added', 1],
      ['output_text.delta', 1],
      ['output_text.delta', 1],
      ['output_text.done', 1],
      ['content_part.done', 1],
      ['output_item.done', 1],
      ['output_item.added', 2],
      ['output_item.added', 3],
      ['function_call_arguments.delta', 3],
      ['function_call_arguments.delta', 2],
      ['function_call_arguments.delta', 3],
      ['function_call_arguments.done', 2],
      ['output_item.done', 2],
      ['function_call_arguments.done', 3],
      ['output_item.done', 3],
      ['completed', undefined],
    ]);
    expect(all.at(-1)!.response).toMatchObject({
      output: [
        { type: 'reasoning' },
        { content: [{ text: 'hello' }] },
        { name: 'f', arguments: '{}' },
        { name: 'g', arguments: '{}' },
      ],
    });
  });
});

describe('responses of a server that supports them', () => {
  const RESPONSE = { id: 'resp_1', output: [{ type: 'message', content: [] }], usage: null };

  it('are forwarded', async () => {
    let sent: unknown;
    handle((_, response, body) => {
      sent = body;
      sendJson(response, RESPONSE);
    });
    expect(await server.model().relay('responses', BODY, forever)).toEqual(RESPONSE);
    expect([paths, sent]).toEqual([['/v1/responses'], BODY]);
  });

  it('are forwarded as they stream, up to the last event', async () => {
    const all = [
      { type: 'response.created', response: {} },
      { type: 'response.completed', response: RESPONSE },
    ];
    handle((_, response) => response.end(events(...all)));
    expect(await collect(server.model().relayStream('responses', BODY, forever))).toEqual(all);
  });

  it.each<[string, object, string]>([
    [
      'a failed response',
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'Hans' } } },
      'provider_failed',
    ],
    ['an error', { type: 'error', code: 'rate_limit_exceeded', message: 'Hans' }, 'provider_rate_limited'],
    ['an error in an envelope', { error: { message: 'Hans' } }, 'provider_failed'],
  ])('fail with %s in words of this service', async (_, event, code) => {
    handle((__, response) => response.end(events({ type: 'response.created', response: {} }, event)));
    const failing = collect(server.model().relayStream('responses', BODY, forever));
    await expect(failing).rejects.toMatchObject({ code, message: expect.not.stringContaining('Hans') });
  });

  it('fail if the last event is missing', async () => {
    handle((_, response) => response.end(events({ type: 'response.created', response: {} })));
    await expect(collect(server.model().relayStream('responses', BODY, forever))).rejects.toMatchObject({
      code: 'provider_broke_off',
    });
  });
});

describe('a server without a configured API', () => {
  const withoutResponses: Handler = ({ url }, response, { stream }) => {
    if (url?.endsWith('/responses')) sendJson(response, { detail: 'Not Found' }, 404);
    else if (stream) response.end(events(chunk({ content: 'hi' }, 'stop')));
    else sendJson(response, { choices: [{ message: { content: 'hi' } }] });
  };

  it.each(['relay', 'relayStream'] as const)(
    'receives chat completions after %s, and from then on',
    async (way) => {
      const model = server.model();
      const ask = async () =>
        way === 'relay'
          ? model.relay('responses', BODY, forever)
          : collect(model.relayStream('responses', BODY, forever));
      handle(withoutResponses);
      await ask();
      await ask();
      expect(paths).toEqual(['/v1/responses', '/v1/chat/completions', '/v1/chat/completions']);
    },
  );

  it('receives responses again if it only did not know the model', async () => {
    const model = server.model();
    handle((_, response) => sendJson(response, { error: { code: 'model_not_found' } }, 404));
    await expect(model.relay('responses', BODY, forever)).rejects.toMatchObject({
      code: 'provider_model_unknown',
    });
    handle((_, response) => sendJson(response, { output: [] }));
    await model.relay('responses', BODY, forever);
    expect(paths).toEqual(['/v1/responses']);
  });

  it('receives only responses if it is set to responses', async () => {
    handle(withoutResponses);
    await expect(server.model({ api: 'responses' }).relay('responses', BODY, forever)).rejects.toMatchObject({
      code: 'provider_model_unknown',
    });
    expect(paths).toEqual(['/v1/responses']);
  });
});
