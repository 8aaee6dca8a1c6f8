import { AppError, TimeSlice } from '@app/common';
import fc from 'fast-check';
import type { JsonObject } from '../json';
import { CHAT } from '../forms/chat-form';

const user = (content: JsonObject[string]): JsonObject => ({ role: 'user', content });
const read = (body: JsonObject) =>
  CHAT.read({ model: 'm', messages: [user('hi')], ...body }, (value) => `#${value}#`);

const loud = (text: string) => ({
  text: text.toUpperCase(),
  detected: [{ start: 0, end: text.length, type: 'Names' as const }],
  replacements: [{ type: 'Names' as const, original: text, replacement: text.toUpperCase() }],
  parts: [text.toUpperCase()],
  changes: [],
  left: 0,
});

/** Returns the body with every text in capitals and every identifier between dots. */
async function shout(body: JsonObject): Promise<JsonObject> {
  const { body: result, places } = read(body);
  await places.readPrograms(new TimeSlice());
  for (const place of places.all) place.put(loud(place.text));
  for (const { identifier, put } of places.identifiers) put(`.${identifier}.`);
  places.finish();
  return result;
}

describe('readBody', () => {
  it('collects every text of a message, and separates identifiers from texts', async () => {
    const call = (args: string, dot = '') => ({
      id: `${dot}call_1${dot}`,
      type: 'function',
      function: { name: `${dot}find${dot}`, arguments: args },
    });
    const messages = [
      { role: 'system', content: 'be kind' },
      { role: 'user', content: [{ type: 'text', text: 'one' }], name: 'hans_m' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('{"who": "hans", "list": ["a", 10.10],  "two words": "b"}')],
      },
      { role: 'tool', tool_call_id: 'call_1', name: 'find', content: '{"name": "M\\u00fcller"}' },
      { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: '["a", 1e400]' }] },
      { role: 'tool', tool_call_id: 'call_1', content: 'plain {words' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }], refusal: 'never' },
    ];
    expect((await shout({ messages })).messages).toEqual([
      { role: 'system', content: 'BE KIND' },
      { role: 'user', content: [{ type: 'text', text: 'ONE' }], name: '.hans_m.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('{".who.": "HANS", ".list.": ["A", 10.10],  "TWO WORDS": "B"}', '.')],
      },
      { role: 'tool', tool_call_id: '.call_1.', name: '.find.', content: '{".name.": "MÜLLER"}' },
      { role: 'tool', tool_call_id: '.call_1.', content: [{ type: 'text', text: '["A", 1e400]' }] },
      { role: 'tool', tool_call_id: '.call_1.', content: 'PLAIN {WORDS' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'NO' }], refusal: 'NEVER' },
    ]);
  });

  it.each<[string, string, string]>([
    ['is cut off', '{"who": "M\\u00fc', '{".who.": "MÜ'],
    ['comes in lines', '{"a":"x"}\n{"a":"y"}', '{".a.":"X"}\n{".a.":"Y"}'],
    ['is as Python writes it', '{"a":"x","b":NaN,"c":-Infinity}', '{".a.":"X",".b.":NaN,".c.":-Infinity}'],
    ['is no JSON but holds escapes', '{\'a\': "M\\u00fc", b}', '{\'A\': "MÜ", B}'],
    ['has a comment', '{"a": 1 /* hans */}', '{"A": 1 /* HANS */}'],
  ])('collects the texts of arguments that %s', async (_, given, expected) => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: given } };
    const { messages } = await shout({ messages: [user('hi'), { role: 'assistant', tool_calls: [call] }] });
    expect(messages).toMatchObject([{}, { tool_calls: [{ function: { arguments: expected } }] }]);
  });

  it('accepts an answer as input, with any fields that servers and libraries added', async () => {
    const extras = {
      annotations: [{ type: 'url_citation', url_citation: { title: 'Hans' } }],
      audio: null,
      function_call: { name: 'x', arguments: '{}' },
      provider_specific_fields: { refusal: 'Hans' },
      parsed: { who: 'Hans' },
      reasoning_details: [{ text: 'Hans' }],
      constructor: 'Hans',
      tool_calls: [],
    };
    const messages = [
      user('hi'),
      { role: 'assistant', content: 'so', reasoning_content: 'think', reasoning: 'well', ...extras },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: 'a' },
        ],
      },
      { role: 'assistant', content: null, function_call: { name: 'x', arguments: '{}' } },
      { role: 'assistant', refusal: 'no', reasoning: { effort: 'low' } },
    ];
    expect((await shout({ messages })).messages).toEqual([
      user('HI'),
      { role: 'assistant', content: 'SO', reasoning_content: 'THINK', reasoning: 'WELL' },
      { role: 'assistant', content: [{ type: 'text', text: 'A' }] },
      { role: 'assistant', content: '' },
      { role: 'assistant', content: null, refusal: 'NO' },
    ]);
  });

  it.each([
    ['http://json-schema.org/schema#', true],
    ['http://json-schema.org/draft-07/schema#', true],
    ['https://json-schema.org/draft/2019-09/schema', true],
    ['https://json-schema.org/draft/2020-12/schema', true],
    ['http://json-schema.org/hans/mueller', false],
    ['http://json-schema.org/draft-07/schema#hans', false],
    ['http://json-schema.org/draft-07/hans/schema#', false],
    ['https://example.org/draft/2020-12/schema', false],
  ])('passes %s as the dialect of a schema only if it is published: %s', ($schema, isPublished) => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { $schema, $id: $schema } } }];
    const texts = read({ tools }).places.all.map(({ text }) => text);
    expect(texts.filter((text) => text === $schema)).toHaveLength(isPublished ? 1 : 2);
  });

  it('collects all texts of a schema except its keywords, and treats names as identifiers everywhere', async () => {
    const schema = (say: (text: string) => string, dot = '') => ({
      type: 'object',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      description: say('all'),
      required: [`${dot}who${dot}`],
      dependentRequired: { [`${dot}who${dot}`]: [`${dot}description${dot}`] },
      properties: {
        [`${dot}who${dot}`]: { type: 'string', enum: [say('hans'), say('eva')], default: say('eva') },
        [`${dot}description${dot}`]: {
          anyOf: [{ type: 'string', const: say('x') }, { $ref: `#/$defs/${dot}d${dot}` }],
        },
        [say('zwei wörter')]: { type: say('hans'), format: `${dot}date-time${dot}` },
      },
      example: { [`${dot}type${dot}`]: say('hans'), [`${dot}required${dot}`]: [say('hans')] },
      [`${dot}x-note${dot}`]: { [`${dot}format${dot}`]: say('hans') },
      $defs: { [`${dot}d${dot}`]: { type: 'array', items: { type: 'string', examples: [say('y')] } } },
    });
    const tools = (say: (text: string) => string, dot = '') => [
      {
        type: 'function',
        function: {
          name: `${dot}find${dot}`,
          description: say('finds'),
          strict: true,
          parameters: schema(say, dot),
        },
      },
    ];
    const format = (say: (text: string) => string, dot = '') => ({
      type: 'json_schema',
      json_schema: { name: `${dot}answer${dot}`, schema: schema(say, dot) },
    });
    const [as, shouted] = [(text: string) => text, (text: string) => text.toUpperCase()];
    const result = await shout({ tools: tools(as), response_format: format(as) });
    expect(result.tools).toEqual(tools(shouted, '.'));
    expect(result.response_format).toEqual(format(shouted, '.'));
  });

  it('collects the texts of predictions and stops', async () => {
    const result = await shout({
      prediction: { type: 'content', content: 'so be it' },
      stop: ['end', 'fin'],
    });
    expect(result).toMatchObject({
      prediction: { type: 'content', content: 'SO BE IT' },
      stop: ['END', 'FIN'],
    });
    expect(await shout({ stop: 'end' })).toMatchObject({ stop: 'END' });
  });

  it('passes numbers, booleans and known shapes, and pseudonymizes users', () => {
    const passed = {
      temperature: 0.5,
      n: 2,
      seed: 7,
      stream: true,
      stream_options: { include_usage: true },
      parallel_tool_calls: false,
      logit_bias: { '50256': -100 },
      logprobs: false,
      tool_choice: { type: 'function', function: { name: 'find' } },
      reasoning_effort: 'low',
      reasoning: { effort: 'high', max_tokens: 100, summary: 'auto' },
      thinking: { type: 'enabled', budget_tokens: 100 },
      chat_template_kwargs: { enable_thinking: false, depth: 2 },
      modalities: ['text'],
      a_new_number: 3,
    };
    const others = { user: 'hans', safety_identifier: 'x', prompt_cache_key: 'y', stop: null };
    expect(read({ ...passed, ...others }).body).toEqual({
      model: 'm',
      messages: [user('hi')],
      ...passed,
      user: '#hans#',
      safety_identifier: '#x#',
      prompt_cache_key: '#y#',
    });
  });

  it('passes the choice among allowed tools', async () => {
    const choice = (name: string) => ({
      type: 'allowed_tools',
      allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name } }] },
    });
    expect((await shout({ tool_choice: choice('find') })).tool_choice).toEqual(choice('.find.'));
  });

  it('drops storage parameters, and reports the names of unknown parameters', () => {
    const { body, dropped } = read({
      metadata: { who: 'hans' },
      store: true,
      a_new_text: 'Hans',
      a_new_map: { 'Hans Müller': 1 },
      'Hans Müller': 1,
      constructor: 'x',
      reasoning: { effort: 'low', whose: 'Hans' },
    });
    expect(body).toEqual({ model: 'm', messages: [user('hi')], reasoning: { effort: 'low' } });
    expect(dropped).toEqual(['a_new_text', 'a_new_map', 'Hans Müller', 'constructor', 'reasoning.whose']);
  });

  it('drops a number if the name of its parameter contains personal data', () => {
    const { body, places, dropped } = read({ schmidt: 1 });
    for (const { identifier, put } of places.identifiers)
      put(identifier === 'schmidt' ? 'NAME_1' : identifier);
    expect(body).not.toHaveProperty('schmidt');
    expect(dropped).toEqual(['schmidt']);
  });

  it.each(['call_1|fc_2', 'a=b', 'x/y+z==', `call_1__thought__${'A'.repeat(9000)}`])(
    'accepts the id %.20s of a call',
    (id) => {
      const call = { id, type: 'function', function: { name: 'f', arguments: '{}' } };
      const messages = [
        user('hi'),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, content: 'x' },
      ];
      expect(read({ messages }).body.messages).toEqual(messages);
    },
  );

  it('does not change its input', () => {
    const given: JsonObject = { model: 'm', messages: [user('hi')] };
    const { places } = CHAT.read(given, String);
    places.all[0]?.put(loud('hi'));
    expect(given).toEqual({ model: 'm', messages: [user('hi')] });
  });

  it.each<[string, JsonObject]>([
    ['messages', { messages: undefined }],
    ['messages', { messages: [] }],
    ['messages[0]', { messages: ['hi'] }],
    ['messages[0].role', { messages: [{ role: 'function', content: 'x' }] }],
    ['messages[0].content', { messages: [{ role: 'user' }] }],
    ['messages[0].content', { messages: [user(7)] }],
    [
      'messages[0].content[0]',
      { messages: [user([{ type: 'image_url', image_url: { url: 'https://x' } }])] },
    ],
    ['messages[0].content[1]', { messages: [user([{ type: 'text', text: 'a' }, { type: 'input_audio' }])] }],
    ['messages[0].content[0].text', { messages: [user([{ type: 'text' }])] }],
    ['messages[0].images', { messages: [{ role: 'user', content: 'a', images: ['x'] }] }],
    [
      'messages[0].content[0]',
      { messages: [{ role: 'assistant', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
    ],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'a', tool_call_id: 'Hans Müller' }] }],
    ['messages[0].tool_calls[0]', { messages: [{ role: 'assistant', tool_calls: [{ type: 'custom' }] }] }],
    ['tools[0]', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['tools[0].function.name', { tools: [{ type: 'function', function: { name: 'Hans Müller' } }] }],
    ['response_format', { response_format: { type: 'grammar', grammar: 'x' } }],
    ['tool_choice', { tool_choice: 'Hans' }],
    ['stop', { stop: [1] }],
    ['prediction', { prediction: 'x' }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['logprobs', { logprobs: true }],
    ['top_logprobs', { top_logprobs: 3 }],
    ['reasoning_effort', { reasoning_effort: 'Hans' }],
    ['web_search_options', { web_search_options: { user_location: { city: 'Berlin' } } }],
    ['functions', { functions: [{ name: 'f' }] }],
    ['reasoning', { reasoning: { effort: 'Hans' } }],
    ['thinking', { thinking: 'Hans' }],
    ['chat_template_kwargs', { chat_template_kwargs: { who: 'Hans' } }],
    ['stream', { stream: 1 }],
    ['stream_options', { stream_options: 'Hans' }],
    ['tool_choice.allowed_tools.mode', { tool_choice: { type: 'allowed_tools', allowed_tools: {} } }],
  ])('refuses an invalid %s, and names the field', (field, body) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        details: { errors: [{ field, message: expect.any(String) }] },
      }),
    );
  });

  it('reads or refuses any value under any name', async () => {
    const known = [
      ...'model messages tools tool_choice response_format stop prediction reasoning thinking stream_options'.split(
        ' ',
      ),
      ...'logit_bias chat_template_kwargs modalities functions role content name type text refusal'.split(
        ' ',
      ),
      ...'tool_calls tool_call_id function arguments parameters json_schema schema properties required'.split(
        ' ',
      ),
      ...'$ref $defs items enum dependentRequired allowed_tools mode'.split(' '),
    ];
    const name = fc.constantFrom(...known, ...Object.getOwnPropertyNames(Object.prototype));
    const word = fc.constantFrom(
      ...Object.getOwnPropertyNames(Object.prototype),
      ...'user assistant tool function json_schema allowed_tools text'.split(' '),
    );
    const { value } = fc.letrec<{ value: JsonObject[string] }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        word,
        fc.constantFrom(null, 1, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .array(fc.tuple(name, tie('value')), { maxLength: 5 })
          .map((entries) => Object.fromEntries(entries)),
      ) as fc.Arbitrary<JsonObject[string]>,
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value)), value, async (fields, held) => {
        const messages = [
          user('hi'),
          { role: 'assistant', content: 'a', constructor: held, reasoning: held },
        ];
        const body: JsonObject = Object.fromEntries([['model', 'm'], ['messages', messages], ...fields]);
        try {
          const { places, body: sent } = CHAT.read(body, String);
          await places.readPrograms(new TimeSlice());
          places.finish();
          expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect(error.code).toBe('bad_request');
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
