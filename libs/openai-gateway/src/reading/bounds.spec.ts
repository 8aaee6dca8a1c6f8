import fc from 'fast-check';
import { AppError, TimeSlice } from '@app/common';
import type { JsonObject, JsonValue } from '../json';
import {
  MAX_DISTINCT_IDENTIFIERS,
  MAX_DISTINCT_TEXTS,
  MAX_IDENTIFIERS,
  MAX_MESSAGES,
  MAX_STOPS,
  MAX_TEXTS,
  MAX_TOOLS,
} from './bounds';
import { CHAT } from '../forms/chat-form';

const MESSAGE = { role: 'user', content: 'hi' };
const TOOL = { type: 'function', function: { name: 'find' } };
const read = async (body: JsonObject) => {
  const read = CHAT.read({ model: 'm', messages: [MESSAGE], ...body }, (value) => value);
  await read.places.readPrograms(new TimeSlice());
  return read;
};
/** A tool's answer. */
const answered = (content: JsonValue): JsonObject => ({
  messages: [{ role: 'tool', content: JSON.stringify(content) }],
});
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('the size of one body', () => {
  it.each<[string, number, (count: number) => JsonObject]>([
    ['stop', MAX_STOPS, (count) => ({ stop: times(count, 'end') })],
    ['messages', MAX_MESSAGES, (count) => ({ messages: times(count, MESSAGE) })],
    ['tools', MAX_TOOLS, (count) => ({ tools: times(count, TOOL) })],
    [
      'messages',
      MAX_TEXTS,
      (count) => ({ messages: [{ role: 'user', content: times(count, { type: 'text', text: 'hi' }) }] }),
    ],
    [
      'messages',
      MAX_TEXTS,
      (count) => ({ messages: [{ role: 'tool', content: JSON.stringify(times(count, 'hi')) }] }),
    ],
    ['messages', MAX_DISTINCT_TEXTS, (count) => answered(times(count, 0).map((_, i) => `text ${i}`))],
    ['messages', MAX_IDENTIFIERS, (count) => answered(times(count, { key: 1 }))],
    [
      'messages',
      MAX_DISTINCT_IDENTIFIERS,
      (count) => answered(times(count, 0).map((_, i) => ({ [`key_${i}`]: 1 }))),
    ],
  ])('is bounded for %s at %d', async (field, most, body) => {
    await read(body(most));
    await expect(read(body(most + 1))).rejects.toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: expect.stringContaining(`${most}`),
        details: { errors: [{ field, message: expect.any(String) }] },
      }),
    );
  });

  it('allows an agent with a hundred tools and thousands of messages', async () => {
    const property = (name: string): JsonObject => ({ type: 'string', description: `Says what ${name} is` });
    const tools = times(100, 0).map((_, tool) => {
      const names = times(20, 0).map((_, i) => `property_${tool}_${i}`);
      const properties = Object.fromEntries(names.map((name) => [name, property(name)]));
      const parameters = { type: 'object', properties, required: names };
      return {
        type: 'function',
        function: { name: `tool_${tool}`, description: `Does ${tool}`, parameters },
      };
    });
    const messages = times(MAX_MESSAGES / 2, 0).flatMap((_, i) => {
      const called = {
        name: `tool_${i % 100}`,
        arguments: JSON.stringify({ path: `file ${i}`, text: `${i}` }),
      };
      const tool_calls = [{ id: `call_${i}`, type: 'function', function: called }];
      return [
        { role: 'assistant', content: `I read file ${i}.`, tool_calls },
        { role: 'tool', tool_call_id: `call_${i}`, content: `It says ${i}.` },
      ];
    });
    const { places } = await read({ messages, tools });
    expect(places.all.length).toBeGreaterThan(2_000);
  });
});

describe('the names of Object.prototype', () => {
  const name = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
  const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
    name,
    fc.constantFrom<JsonValue>(null, true, 1, 'text', 'function', 'user', 'content'),
  );
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(name, fc.constantFrom('type', 'text', 'function', 'name')), tie('value'), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
  })).value;
  const FIELDS = [
    'model',
    'messages',
    'stop',
    'tools',
    'tool_choice',
    'response_format',
    'prediction',
    'modalities',
    'user',
    'safety_identifier',
    'reasoning_effort',
    'verbosity',
    'service_tier',
    'metadata',
    'logit_bias',
  ];

  it('are ordinary fields, types and values: accepted, or refused with a message [SEC-58]', async () => {
    const body = fc.dictionary(fc.oneof(name, fc.constantFrom(...FIELDS)), value, { noNullPrototype: true });
    const message = fc.dictionary(
      fc.oneof(name, fc.constantFrom('content', 'name', 'refusal', 'tool_calls', 'tool_call_id')),
      value,
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(body, message, async (fields, more) => {
        try {
          const { body: sent, places } = await read({ messages: [{ ...MESSAGE, ...more }], ...fields });
          places.finish();
          JSON.stringify(sent);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
