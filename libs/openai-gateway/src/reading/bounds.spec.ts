import fc from 'fast-check';
import { AppError } from '@app/common';
import type { JsonObject, JsonValue } from '../json';
import { MAX_MESSAGES, MAX_STOPS, MAX_TEXTS, MAX_TOOLS } from './bounds';
import { CHAT } from '../forms/chat-form';

const MESSAGE = { role: 'user', content: 'hi' };
const TOOL = { type: 'function', function: { name: 'find' } };
const read = (body: JsonObject) => CHAT.read({ model: 'm', messages: [MESSAGE], ...body }, (value) => value);
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('how much of what one body may hold', () => {
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
  ])('is bounded for %s at %d', (field, most, body) => {
    expect(() => read(body(most))).not.toThrow();
    expect(() => read(body(most + 1))).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: expect.stringContaining(`${most}`),
        details: { errors: [{ field, message: expect.any(String) }] },
      }),
    );
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

  it('are fields, types and values like any other: taken, or refused with words', () => {
    const body = fc.dictionary(fc.oneof(name, fc.constantFrom(...FIELDS)), value, { noNullPrototype: true });
    const message = fc.dictionary(
      fc.oneof(name, fc.constantFrom('content', 'name', 'refusal', 'tool_calls', 'tool_call_id')),
      value,
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(body, message, (fields, more) => {
        try {
          const { body: sent, places } = read({ messages: [{ ...MESSAGE, ...more }], ...fields });
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
