import { z } from 'zod';
import { useChatScene } from '../support/chat-scene';
import { MANNERS } from './manner';
import { play } from './play';
import { playResponses } from './play-responses';

/** The schema of a response in Open Responses (openresponses.org), without the parts that the gateway does not support. */
const status = z.enum(['in_progress', 'completed', 'incomplete']);
const outputText = z.strictObject({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});
const message = z.object({
  type: z.literal('message'),
  id: z.string().min(1),
  status,
  role: z.literal('assistant'),
  content: z.array(outputText),
});
const functionCall = z.object({
  type: z.literal('function_call'),
  id: z.string().min(1),
  status,
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
});
const reasoning = z.object({ type: z.literal('reasoning'), id: z.string(), summary: z.array(z.unknown()) });
const item = z.discriminatedUnion('type', [message, functionCall, reasoning]);
const count = z.int().min(0);
const response = z.object({
  id: z.string().min(1),
  object: z.literal('response'),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.string(),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.null(),
  instructions: z.string().nullable(),
  output: z.array(item),
  error: z.null(),
  tools: z.array(
    z.object({
      type: z.literal('function'),
      name: z.string(),
      description: z.string().nullable(),
      parameters: z.looseObject({}).nullable(),
      strict: z.boolean().nullable(),
    }),
  ),
  tool_choice: z.union([z.enum(['none', 'auto', 'required']), z.looseObject({})]),
  truncation: z.enum(['auto', 'disabled']),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format: z.looseObject({ type: z.string() }) }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int(),
  temperature: z.number(),
  reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
  usage: z
    .object({
      input_tokens: count,
      input_tokens_details: z.object({ cached_tokens: count }),
      output_tokens: count,
      output_tokens_details: z.object({ reasoning_tokens: count }),
      total_tokens: count,
    })
    .nullable(),
  max_output_tokens: z.int().nullable(),
  max_tool_calls: z.int().nullable(),
  store: z.literal(false),
  background: z.literal(false),
  service_tier: z.string(),
  metadata: z.looseObject({}),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});
const sequence_number = z.int().min(0);
const place = { item_id: z.string(), output_index: count, sequence_number };
const inText = { ...place, content_index: count };
const event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal([
      'response.created',
      'response.in_progress',
      'response.completed',
      'response.incomplete',
    ]),
    response,
    sequence_number,
  }),
  z.object({
    type: z.literal(['response.output_item.added', 'response.output_item.done']),
    output_index: count,
    item,
    sequence_number,
  }),
  z.object({
    type: z.literal(['response.content_part.added', 'response.content_part.done']),
    ...inText,
    part: outputText,
  }),
  z.object({
    type: z.literal('response.output_text.delta'),
    ...inText,
    delta: z.string(),
    logprobs: z.array(z.unknown()),
  }),
  z.object({
    type: z.literal('response.output_text.done'),
    ...inText,
    text: z.string(),
    logprobs: z.array(z.unknown()),
  }),
  z.object({ type: z.literal('response.function_call_arguments.delta'), ...place, delta: z.string() }),
  z.object({ type: z.literal('response.function_call_arguments.done'), ...place, arguments: z.string() }),
]);

const said = (role: string, content: unknown) => ({ type: 'message', role, content });
const TOOL = {
  type: 'function',
  name: 'get_weather',
  description: 'Tells the weather of a place.',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
};
const ASKS_FOR_A_CALL = { input: [said('user', 'Look up Springfield, please.')], tools: [TOOL] };

describe.each([
  { server: 'only chat completions', api: 'chat' as const },
  { server: 'its own responses endpoint', api: 'responses' as const },
])('Open Responses on a server with $server', ({ api }) => {
  const scene = useChatScene({ env: { LLM_API: api } });
  beforeEach(() => {
    scene.upstream.intercept =
      api === 'responses'
        ? playResponses
        : (request, answer) =>
            play(
              MANNERS.find(({ name }) => name === 'OpenAI')!,
              request,
              answer,
            );
  });

  const ask = (body: object) =>
    fetch(scene.system.ai('openai/v1/responses'), {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'test-model', ...body }),
    });
  const answered = async (body: object) => {
    const answer = await ask(body);
    expect(answer.status).toBe(200);
    return response.parse(await answer.json());
  };
  const streamed = async (body: object) => {
    const answer = await ask({ ...body, stream: true });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '));
    expect(lines.pop()).toBe('data: [DONE]');
    const events = lines.map((line) => event.parse(JSON.parse(line.slice(6))));
    expect(events.map((one) => one.sequence_number)).toEqual(events.map((_, i) => i));
    return events;
  };

  it('answers a message', async () => {
    const { status: state, output } = await answered({ input: [said('user', 'Say hello.')] });
    expect([state, output.at(-1)?.type]).toEqual(['completed', 'message']);
  });

  it('streams an answer in events that add up to its text', async () => {
    const events = await streamed({ input: [said('user', 'Count from 1 to 5, for Anna Schmidt.')] });
    const pieces = events.flatMap((one) => (one.type === 'response.output_text.delta' ? [one.delta] : []));
    const whole = events.at(-1);
    expect(whole).toMatchObject({ type: 'response.completed', response: { status: 'completed' } });
    expect(JSON.stringify(whole)).toContain(JSON.stringify(pieces.join('')).slice(1, -1));
    expect(pieces.join('')).toContain('Anna Schmidt');
  });

  it('accepts a system message in the input', async () => {
    const input = [said('system', 'You are a pirate.'), said('user', 'Say hello.')];
    expect(await answered({ input })).toMatchObject({ status: 'completed' });
  });

  it('calls a function', async () => {
    const { output, tools } = await answered(ASKS_FOR_A_CALL);
    expect(output.at(-1)).toMatchObject({ type: 'function_call', name: 'get_weather' });
    expect(tools).toEqual([{ ...TOOL, strict: null }]);
  });

  it('streams a function call', async () => {
    const events = await streamed(ASKS_FOR_A_CALL);
    const types = events.map(({ type }) => type);
    for (const type of [
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
    ])
      expect(types).toContain(type);
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' });
  });

  it('rejects an image, since it cannot read its text, and names its position', async () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' };
    const content = [{ type: 'input_text', text: 'What is this?' }, image];
    const answer = await ask({ input: [said('user', content)] });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: 'input[0].content[1]' } });
  });

  it('continues a conversation of several turns', async () => {
    const input = [
      said('user', 'My name is Alice Miller.'),
      said('assistant', 'Hello Alice! How can I help you?'),
      said('user', 'What is my name?'),
    ];
    expect(await answered({ input })).toMatchObject({ status: 'completed' });
  });
});
