import { TimeSlice } from '@app/common';
import type { JsonObject, JsonValue } from '../json';
import { THOUGHTS } from '../../testing/hiding';
import { responsesForm } from '../forms/responses-form';

const read = (body: JsonObject) =>
  responsesForm(THOUGHTS).read({ model: 'm', input: 'hi', ...body }, (value) => `#${value}#`);
const items = (...input: JsonValue[]): JsonObject => ({ input });
const user = { role: 'user', content: 'hi' };

describe('the body of a response', () => {
  it.each<[string, JsonObject, string]>([
    ['previous_response_id', { previous_response_id: 'resp_1' }, 'previous_response_id'],
    ['a conversation', { conversation: 'conv_1' }, 'conversation'],
    ['a stored prompt', { prompt: { id: 'pmpt_1' } }, 'prompt'],
    ['background', { background: true }, 'background'],
    ['context_management', { context_management: [{ type: 'compaction' }] }, 'context_management'],
    ['a built-in tool', { tools: [{ type: 'local_shell' }] }, 'tools[0]'],
    ['a custom tool without a name', { tools: [{ type: 'custom' }] }, 'tools[0].name'],
    [
      'a custom tool of an unknown form',
      { tools: [{ type: 'custom', name: 'x', format: { type: 'grammar', syntax: 'ebnf' } }] },
      'tools[0].format',
    ],
    [
      'a tool of a server in a namespace',
      { tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'web_search' }] }] },
      'tools[0].tools[0]',
    ],
    ['a search for tools at the provider', { tools: [{ type: 'tool_search' }] }, 'tools[0].execution'],
    [
      'more tools of another author',
      items({ type: 'additional_tools', role: 'user', tools: [] }),
      'input[0].role',
    ],
    ['a choice of a built-in tool', { tool_choice: { type: 'file_search' } }, 'tool_choice'],
    ['probabilities', { include: ['message.output_text.logprobs'] }, 'include[0]'],
    ['top_logprobs', { top_logprobs: 2 }, 'top_logprobs'],
    [
      'an image',
      items({ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }),
      'input[0].content[0]',
    ],
    [
      'a file',
      items({ role: 'user', content: [{ type: 'input_file', file_id: 'x' }] }),
      'input[0].content[0]',
    ],
    ['audio', items({ role: 'user', content: [{ type: 'input_audio' }] }), 'input[0].content[0]'],
    ['what a computer did', items({ type: 'computer_call_output' }), 'input[0].type'],
    ['a search', items({ type: 'web_search_call', id: 'ws_1' }), 'input[0].type'],
    ['a reference', items({ type: 'item_reference', id: 'msg_1' }), 'input[0]'],
    ['a name of Object.prototype as a type', items({ type: 'constructor' }), 'input[0].type'],
    ['an item that is none', items('hi'), 'input[0]'],
    ['an unknown field of a message', items({ ...user, note: 'x' }), 'input[0].note'],
    [
      'a call without a name',
      items({ type: 'function_call', call_id: 'c', arguments: '{}' }),
      'input[0].name',
    ],
    [
      'an image that a tool gave',
      items({ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image' }] }),
      'input[0].output[0]',
    ],
    ['no input', { input: null }, 'input'],
    ['a truncation that is none', { truncation: 'Hans' }, 'truncation'],
    ['an unknown format', { text: { format: { type: 'grammar' } } }, 'text.format'],
  ])('is refused with %s', (_, body, field) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        details: { errors: [expect.objectContaining({ field })] },
      }),
    );
  });

  const FUNCTION = { type: 'function', name: 'f', parameters: { type: 'object' } };

  it.each([
    ['web_search', { type: 'web_search', external_web_access: false }],
    ['web_search_preview_2025_03_11', { type: 'web_search_preview_2025_03_11' }],
    ['file_search', { type: 'file_search', vector_store_ids: ['vs_1'] }],
    ['mcp', { type: 'mcp', server_url: 'https://x', headers: { a: 'b' } }],
  ])('leaves out the tool %s, which the provider runs, and is refused with no other tool', (type, tool) => {
    const { body, dropped } = read({ tools: [FUNCTION, tool] });
    expect(body.tools).toEqual([FUNCTION]);
    expect(dropped).toEqual([`tools.${type}`]);
    expect(() => read({ tools: [tool] })).toThrow(expect.objectContaining({ code: 'server_tool_refused' }));
  });

  it('keeps custom tools, namespaces, and searches for tools that the client runs', () => {
    const custom = {
      type: 'custom',
      name: 'apply_patch',
      description: 'Edits files',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    };
    const tools = [
      custom,
      { type: 'namespace', name: 'clock', description: 'Time', tools: [FUNCTION, custom] },
      { type: 'tool_search', execution: 'client', description: 'Finds', parameters: { type: 'object' } },
      { ...FUNCTION, name: 'g', defer_loading: true },
    ];
    const searched = {
      type: 'tool_search_call',
      call_id: 'c',
      execution: 'client',
      arguments: { query: 'q' },
    };
    const input = [
      { type: 'additional_tools', id: 'at_1', role: 'developer', tools },
      user,
      { type: 'custom_tool_call', call_id: 'c', name: 'exec', namespace: 'functions', input: 'text("a")' },
      { type: 'custom_tool_call_output', call_id: 'c', output: [{ type: 'input_text', text: '{"a":1}' }] },
      searched,
      { type: 'tool_search_output', call_id: 'c', execution: 'client', tools },
    ];
    const choice = { type: 'custom', name: 'apply_patch' };
    const { body, dropped } = read({ tools, tool_choice: choice, input });
    expect(body).toMatchObject({ tools, tool_choice: choice, input });
    expect(dropped).toEqual([]);
  });

  it('asks the provider to store nothing, whatever the caller asks [SEC-105]', () => {
    for (const store of [true, false, null, undefined])
      expect(read(store === undefined ? {} : { store }).body.store).toBe(false);
  });

  it('is sent unchanged if it contains no texts, and the fields left out are reported', () => {
    const plain = {
      temperature: 0.5,
      max_output_tokens: 5,
      parallel_tool_calls: false,
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      text: { verbosity: 'low', format: { type: 'json_object' } },
      tool_choice: 'auto',
    };
    const { body, dropped } = read({ ...plain, metadata: { a: 'b' }, mood: 'x', include: plain.include });
    expect(body).toEqual({ model: 'm', input: 'hi', store: false, ...plain });
    expect(dropped).toEqual(['mood']);
  });

  it('keeps encrypted reasoning that this service returned, and leaves out all other and references to stored reasoning', () => {
    const sealed = (encrypted_content: string) => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: [],
      encrypted_content,
    });
    const content = [{ type: 'reasoning_text', text: 'Hm.' }];
    const { body, dropped } = read(
      items(
        user,
        sealed(THOUGHTS.sign('', 'gAAAA==')),
        sealed('Müller+/='),
        { ...sealed('gAAAA=='), content },
        { type: 'reasoning', id: 'rs_2', summary: [] },
      ),
    );
    const { encrypted_content: _, ...rest } = sealed('');
    expect(body.input).toEqual([user, sealed('gAAAA=='), { ...rest, content }]);
    expect(dropped).toEqual(['input[3].encrypted_content']);
  });

  it('accepts its own answer as input, with fields that servers and libraries add', () => {
    const answered = [
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hm', annotations: [], logprobs: [], parsed: null }],
        parsed_arguments: 1,
      },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'c',
        name: 'f',
        arguments: '{}',
        status: 'completed',
        namespace: 'x',
      },
    ];
    const { body } = read({ input: [user, ...answered] });
    expect(body.input).toEqual([
      user,
      {
        type: 'message',
        role: 'assistant',
        id: 'msg_1',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hm', annotations: [] }],
      },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'c',
        name: 'f',
        arguments: '{}',
        status: 'completed',
        namespace: 'x',
      },
    ]);
  });

  it('treats as new everything after the last answer, answers of tools, and instructions', async () => {
    const { places } = read({
      input: [
        { role: 'user', content: 'old' },
        { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":"old"}' },
        { type: 'function_call_output', call_id: 'c', output: 'answered' },
        { role: 'assistant', content: 'old' },
        { role: 'user', content: 'new' },
      ],
      instructions: 'always',
    });
    await places.readPrograms(new TimeSlice());
    const isNew = places.all
      .filter(({ field }) => field !== undefined)
      .map(({ text, field }) => [text, field]);
    expect(isNew).toEqual([
      ['answered', 'input[2].output'],
      ['new', 'input[4].content'],
      ['always', 'instructions'],
    ]);
  });
});
