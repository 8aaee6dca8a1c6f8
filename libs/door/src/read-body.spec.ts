import type { JsonObject } from './json-value';
import { readBody } from './read-body';

const user = (content: JsonObject[string]): JsonObject => ({ role: 'user', content });
const read = (body: JsonObject) =>
  readBody({ model: 'm', messages: [user('hi')], ...body }, (value) => `#${value}#`);

/** The body with every text that was found put in capitals. */
function shout(body: JsonObject): JsonObject {
  const { body: result, places } = read(body);
  for (const place of places.all) place.put(place.text.toUpperCase());
  places.finish();
  return result;
}

describe('readBody', () => {
  it('opens every text of a message, and no identifier', () => {
    const call = (args: string) => ({
      id: 'call_1',
      type: 'function',
      function: { name: 'find', arguments: args },
    });
    const messages = [
      { role: 'system', content: 'be kind' },
      { role: 'user', content: [{ type: 'text', text: 'one' }], name: 'hans_m' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('{"who": "hans", "list": ["a", 1], "two words": "b"}')],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"name": "M\\u00fcller"}' },
      { role: 'tool', tool_call_id: 'call_1', content: 'plain {words' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }], refusal: 'never' },
    ];
    expect(shout({ messages }).messages).toEqual([
      { role: 'system', content: 'BE KIND' },
      { role: 'user', content: [{ type: 'text', text: 'ONE' }], name: 'HANS_M' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('{"who":"HANS","list":["A",1],"TWO WORDS":"B"}')],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"name":"MÜLLER"}' },
      { role: 'tool', tool_call_id: 'call_1', content: 'PLAIN {WORDS' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'NO' }], refusal: 'NEVER' },
    ]);
  });

  it('opens descriptions, enums and defaults of tools and formats, and leaves names and structure', () => {
    const schema = (say: (text: string) => string) => ({
      type: 'object',
      description: say('all'),
      required: ['who'],
      properties: {
        who: { type: 'string', enum: [say('hans'), say('eva')], default: say('eva') },
        description: { anyOf: [{ type: 'string', const: say('x') }, { $ref: '#/$defs/d' }] },
      },
      $defs: { d: { type: 'array', items: { type: 'string', examples: [say('y')] } } },
    });
    const tools = (say: (text: string) => string) => [
      {
        type: 'function',
        function: { name: 'find', description: say('finds'), strict: true, parameters: schema(say) },
      },
    ];
    const format = (say: (text: string) => string) => ({
      type: 'json_schema',
      json_schema: { name: 'answer', schema: schema(say) },
    });
    const [as, loud] = [(text: string) => text, (text: string) => text.toUpperCase()];
    const result = shout({ tools: tools(as), response_format: format(as) });
    expect(result.tools).toEqual(tools(loud));
    expect(result.response_format).toEqual(format(loud));
  });

  it('opens predictions and stops', () => {
    const result = shout({ prediction: { type: 'content', content: 'so be it' }, stop: ['end', 'fin'] });
    expect(result).toMatchObject({
      prediction: { type: 'content', content: 'SO BE IT' },
      stop: ['END', 'FIN'],
    });
    expect(shout({ stop: 'end' })).toMatchObject({ stop: 'END' });
  });

  it('passes numbers, booleans and known words, pseudonymizes users, and drops what is for storing', () => {
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
      modalities: ['text'],
      a_new_number: 3,
    };
    const others = {
      user: 'hans',
      safety_identifier: 'x',
      metadata: { who: 'hans' },
      store: true,
      stop: null,
    };
    expect(read({ ...passed, ...others }).body).toEqual({
      model: 'm',
      messages: [user('hi')],
      ...passed,
      user: '#hans#',
      safety_identifier: '#x#',
    });
  });

  it('leaves what it was given as it was', () => {
    const given: JsonObject = { model: 'm', messages: [user('hi')] };
    const { places } = readBody(given, String);
    places.all[0]?.put('other');
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
    ['messages[0].audio', { messages: [{ role: 'assistant', content: 'a', audio: { id: 'x' } }] }],
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
    ['a_new_text', { a_new_text: 'Hans' }],
    ['a_new_map', { a_new_map: { 'Hans Müller': 1 } }],
    ['prompt_cache_key', { prompt_cache_key: 'Hans' }],
  ])('refuses a wrong %s, and names it', (field, body) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        details: { errors: [{ field, message: expect.any(String) }] },
      }),
    );
  });
});
