import type { ServerResponse } from 'node:http';
import type { UpstreamRequest } from '@app/testing';

/** What a model is asked, in any dialect. */
export interface Asked {
  model: string;
  streamed: boolean;
  tools: readonly { name: string; parameters: Schema }[];
  /** What tools answered, oldest first. */
  results: readonly string[];
  /** Everything that the user said, and the last of it. */
  said: string;
  last: string;
  /** The form of the answer, if one is asked for. */
  schema?: Schema;
  thinks: boolean;
}

export interface Schema {
  properties?: Record<string, unknown>;
}

/** What the model does: it says a text, calls a function, or calls a tool that receives a text. */
export type Move = { text: string } | { name: string; given: object } | { name: string; input: string };

interface Event {
  type?: string;
  data: object;
}

interface Dialect {
  path: RegExp;
  read(body: Body, path: string): Asked;
  whole(move: Move, asked: Asked): object;
  events(move: Move, asked: Asked): Event[];
  end?: string;
}

// Bodies that have passed the gateway. Its own tests check their shapes.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

const cut = (text: string, length: number): string[] => text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? [];
const textOf = (content: Body): string =>
  typeof content === 'string'
    ? content
    : (content ?? []).map(({ text, content: inner }: Body) => text ?? textOf(inner ?? '')).join('');
let count = 0;
const nextId = (prefix: string): string => `${prefix}_${(count += 1)}`;
/** What the model thinks before each move. The gateway returns it to the provider as it is. */
export const SEALED = 'c2VhbGVkIHRob3VnaHQ=';

const chat: Dialect = {
  path: /\/chat\/completions$/,
  read: ({ model, stream, messages, tools = [], response_format: format }) => ({
    model,
    streamed: stream === true,
    tools: tools.map(({ function: { name, parameters = {} } }: Body) => ({ name, parameters })),
    results: messages.filter(({ role }: Body) => role === 'tool').map(({ content }: Body) => textOf(content)),
    said: messages
      .filter(({ role }: Body) => role === 'user')
      .map(({ content }: Body) => textOf(content))
      .join('\n'),
    last: textOf(messages.at(-1).content),
    schema: format?.json_schema?.schema,
    thinks: false,
  }),
  whole: (move, { model }) => ({
    id: nextId('chatcmpl'),
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          ...('text' in move ? { content: move.text } : chatCall(move)),
        },
        finish_reason: 'text' in move ? 'stop' : 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 21, completion_tokens: 13, total_tokens: 34 },
  }),
  events: (move, { model }) => {
    const head = { id: nextId('chatcmpl'), object: 'chat.completion.chunk', created: 1, model };
    const chunk = (delta: object, finish: string | null = null): Event => ({
      data: { ...head, choices: [{ index: 0, delta, finish_reason: finish }] },
    });
    const usage = { data: { ...head, choices: [], usage: { prompt_tokens: 21, completion_tokens: 13 } } };
    if ('text' in move)
      return [...cut(move.text, 7).map((content) => chunk({ content })), chunk({}, 'stop'), usage];
    const [{ function: called, ...call }] = chatCall(move).tool_calls;
    return [
      chunk({ tool_calls: [{ index: 0, ...call, function: { name: called.name, arguments: '' } }] }),
      ...cut(called.arguments, 9).map((piece) =>
        chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
      ),
      chunk({}, 'tool_calls'),
      usage,
    ];
  },
  end: 'data: [DONE]\n\n',
};
const chatCall = (move: Exclude<Move, { text: string }>) => {
  const given = JSON.stringify('given' in move ? move.given : { input: move.input });
  const call = { id: nextId('call'), type: 'function', function: { name: move.name, arguments: given } };
  return { tool_calls: [call] as const };
};

const responses: Dialect = {
  path: /\/responses$/,
  read: ({ model, stream, input, tools = [], text }) => {
    const items: Body[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const flat = [
      ...tools,
      ...items.flatMap((item) => (item.type === 'additional_tools' ? item.tools : [])),
    ].flatMap((tool) => (tool.type === 'namespace' ? tool.tools : [tool]));
    const outputs = items.filter(({ type = '' }) => type.endsWith('_call_output'));
    const users = items.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
    const last = items.at(-1);
    return {
      model,
      streamed: stream === true,
      tools: flat.map(({ name, parameters = {} }) => ({ name, parameters })),
      results: outputs.map(({ output }) => textOf(output)),
      said: users.join('\n'),
      last: textOf(last.output ?? last.content),
      schema: text?.format?.schema,
      thinks: true,
    };
  },
  whole: (move, { model }) => wholeResponse(model, outputOf(move)),
  events: (move, { model }) => {
    const output = outputOf(move);
    const [thought, item] = output;
    const begun = { ...wholeResponse(model, []), status: 'in_progress' };
    const at = { item_id: item.id, output_index: 1 };
    const pieces = (name: string, field: string, text: string, place: object, length: number): object[] => [
      ...cut(text, length).map((delta) => ({ type: `${name}.delta`, ...place, delta })),
      { type: `${name}.done`, ...place, [field]: text },
    ];
    const part = item.content?.[0];
    const inner: object[] = part
      ? [
          { type: 'response.content_part.added', ...at, content_index: 0, part: { ...part, text: '' } },
          ...pieces('response.output_text', 'text', part.text, { ...at, content_index: 0 }, 7),
          { type: 'response.content_part.done', ...at, content_index: 0, part },
        ]
      : item.type === 'function_call'
        ? pieces('response.function_call_arguments', 'arguments', item.arguments, at, 9)
        : pieces('response.custom_tool_call_input', 'input', item.input, at, 9);
    const empty = part ? { content: [] } : item.type === 'function_call' ? { arguments: '' } : { input: '' };
    const events: Body[] = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      { type: 'response.output_item.added', output_index: 0, item: thought },
      { type: 'response.output_item.done', output_index: 0, item: thought },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...item, ...empty, status: 'in_progress' },
      },
      ...inner,
      { type: 'response.output_item.done', output_index: 1, item },
      { type: 'response.completed', response: wholeResponse(model, output) },
    ];
    return events.map((event, i) => ({ type: event.type, data: { ...event, sequence_number: i } }));
  },
};
const wholeResponse = (model: string, output: readonly object[]) => ({
  id: nextId('resp'),
  object: 'response',
  created_at: 1,
  model,
  status: 'completed',
  error: null,
  output,
  usage: {
    input_tokens: 21,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 13,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 34,
  },
});
function outputOf(move: Move): [Body, Body] {
  const thought = { id: nextId('rs'), type: 'reasoning', summary: [], encrypted_content: SEALED };
  const call = { id: nextId('item'), status: 'completed', call_id: nextId('call') };
  if ('text' in move) {
    const content = [{ type: 'output_text', text: move.text, annotations: [] }];
    return [thought, { ...call, type: 'message', role: 'assistant', content }];
  }
  const { name } = move;
  return [
    thought,
    'given' in move
      ? { ...call, type: 'function_call', name, arguments: JSON.stringify(move.given) }
      : { ...call, type: 'custom_tool_call', name, input: move.input },
  ];
}

const messages: Dialect = {
  path: /\/v1\/messages$/,
  read: ({ model, stream, messages: all, tools = [], thinking, output_config: output }) => {
    const blocks = (role: string): Body[] =>
      all
        .filter((message: Body) => message.role === role)
        .flatMap(({ content }: Body) =>
          typeof content === 'string' ? [{ type: 'text', text: content }] : content,
        );
    const ofUser = blocks('user');
    const last = ofUser.at(-1);
    return {
      model,
      streamed: stream === true,
      tools: tools.map(({ name, input_schema: parameters = {} }: Body) => ({ name, parameters })),
      results: ofUser.filter(({ type }) => type === 'tool_result').map(({ content }) => textOf(content)),
      said: ofUser.map(({ text = '' }) => text).join('\n'),
      last: last.text ?? textOf(last.content),
      schema: output?.format?.schema,
      thinks: thinking !== undefined && thinking.type !== 'disabled',
    };
  },
  whole: (move, asked) => {
    const content = [...thoughtsOf(asked), blockOf(move)];
    return {
      ...messageHead(asked),
      content,
      stop_reason: stopOf(move),
      usage: { input_tokens: 21, output_tokens: 13 },
    };
  },
  events: (move, asked) => {
    const { thinks } = asked;
    const at = thinks ? 1 : 0;
    const block = blockOf(move);
    const begun = 'text' in move ? { ...block, text: '' } : { ...block, input: {} };
    const pieces =
      'text' in move
        ? cut(move.text, 7).map((text) => ({ type: 'text_delta', text }))
        : cut(JSON.stringify(block.input), 9).map((json) => ({
            type: 'input_json_delta',
            partial_json: json,
          }));
    const thought = thinks
      ? [
          {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'thinking', thinking: '', signature: '' },
          },
          ...cut('Let me see.', 4).map((thinking) => ({
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'thinking_delta', thinking },
          })),
          { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: SEALED } },
          { type: 'content_block_stop', index: 0 },
        ]
      : [];
    const events = [
      {
        type: 'message_start',
        message: { ...messageHead(asked), usage: { input_tokens: 21, output_tokens: 1 } },
      },
      { type: 'ping' },
      ...thought,
      { type: 'content_block_start', index: at, content_block: begun },
      ...pieces.map((delta) => ({ type: 'content_block_delta', index: at, delta })),
      { type: 'content_block_stop', index: at },
      {
        type: 'message_delta',
        delta: { stop_reason: stopOf(move), stop_sequence: null },
        usage: { output_tokens: 13 },
      },
      { type: 'message_stop' },
    ];
    return events.map((data) => ({ type: data.type, data }));
  },
};
const messageHead = ({ model }: Asked) => ({
  id: nextId('msg'),
  type: 'message',
  role: 'assistant',
  model,
  content: [] as object[],
  stop_reason: null as string | null,
  stop_sequence: null,
});
const stopOf = (move: Move): string => ('text' in move ? 'end_turn' : 'tool_use');
const thoughtsOf = ({ thinks }: Asked): object[] =>
  thinks ? [{ type: 'thinking', thinking: 'Let me see.', signature: SEALED }] : [];
const blockOf = (move: Move): Body =>
  'text' in move
    ? { type: 'text', text: move.text }
    : { type: 'tool_use', id: nextId('toolu'), name: move.name, input: 'given' in move ? move.given : {} };

const gemini: Dialect = {
  path: /:(?:streamG|g)enerateContent(?:\?.*)?$/,
  read: ({ contents, tools = [], generationConfig: config }, path) => {
    const parts = (role: string): Body[] =>
      contents
        .filter((content: Body) => (content.role ?? 'user') === role)
        .flatMap((content: Body) => content.parts);
    const ofUser = parts('user');
    const answered = ({ functionResponse: { response } }: Body): string =>
      String(response.output ?? response.content ?? JSON.stringify(response));
    const last = ofUser.at(-1);
    return {
      model: decodeURIComponent(/models\/([^:]+):/.exec(path)![1]!),
      streamed: path.includes(':stream'),
      tools: tools
        .flatMap(({ functionDeclarations = [] }: Body) => functionDeclarations)
        .map((tool: Body) => ({
          name: tool.name,
          parameters: tool.parametersJsonSchema ?? tool.parameters ?? {},
        })),
      results: ofUser.filter((part) => part.functionResponse).map(answered),
      said: ofUser.map(({ text = '' }) => text).join('\n'),
      last: last.functionResponse ? answered(last) : (last.text ?? ''),
      schema: config?.responseJsonSchema ?? config?.responseSchema,
      thinks: true,
    };
  },
  whole: (move) => geminiChunk([partOf(move)], 'STOP'),
  events: (move) => {
    const chunks =
      'text' in move
        ? [...cut(move.text, 7).map((text) => geminiChunk([{ text }])), geminiChunk([{ text: '' }], 'STOP')]
        : [geminiChunk([{ text: 'Let me see.', thought: true }]), geminiChunk([partOf(move)], 'STOP')];
    return chunks.map((data) => ({ data }));
  },
};
const partOf = (move: Move): object =>
  'text' in move
    ? { text: move.text }
    : {
        functionCall: { name: move.name, args: 'given' in move ? move.given : {} },
        thoughtSignature: SEALED,
      };
const geminiChunk = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 21, candidatesTokenCount: 13, totalTokenCount: 34 },
  modelVersion: 'scripted',
  responseId: nextId('r'),
});

const DIALECTS: readonly Dialect[] = [chat, responses, messages, gemini];

/**
 * Answers a request in the dialect of its address, whole or as a stream. The pieces of a stream cut values in two.
 *
 * @returns whether it knows the address
 */
export function answerInDialect(
  decide: (asked: Asked) => Move,
  { path, body }: UpstreamRequest,
  response: ServerResponse,
): boolean {
  const dialect = DIALECTS.find((known) => known.path.test(path));
  if (!dialect) return false;
  const asked = dialect.read(body, path);
  const move = decide(asked);
  if (!asked.streamed) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(dialect.whole(move, asked)));
    return true;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { type, data } of dialect.events(move, asked))
    response.write(`${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end(dialect.end ?? '');
  return true;
}
