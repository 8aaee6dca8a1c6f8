import { createSecretKey } from 'node:crypto';
import type { ReplacementStyle } from '@app/anonymization';
import { KeyRing } from '@app/crypto';
import type { Dialect } from '@app/llm';
import { hide, hiderOf } from '../testing/hiding';
import { CALL_FORMS } from './forms/call-forms';
import type { JsonObject, JsonValue } from './json';
import { Thoughts } from './thoughts';

const TURNS = 10;
const NAMES = ['Hans', 'Anna', 'Petra', 'Jörg', 'Eva', 'Paul', 'Ida', 'Otto', 'Lena', 'Max'].map(
  (name, i) => `${name} ${['Müller', 'Schmidt', 'Lang', 'Weber', 'Koch'][i % 5]}`,
);
const SCHEMA = { type: 'object', properties: { path: { type: 'string' } } };
const FUNCTION = { name: 'read', description: 'Reads a file', parameters: SCHEMA };
const EPHEMERAL = { cache_control: { type: 'ephemeral' } };

/** A conversation of an agent in one dialect. */
interface Conversation {
  /** What stands before the messages. */
  head: JsonObject;
  field: string;
  /** Returns the messages of one turn: of the user, a call of a tool, its answer, and what the model said. */
  turn(i: number, asked: string, found: string, said: string): JsonValue[];
}

const CONVERSATIONS: Readonly<Record<Dialect, Conversation>> = {
  chat: {
    head: { tools: [{ type: 'function', function: FUNCTION }] },
    field: 'messages',
    turn: (i, asked, found, said) => [
      { role: 'user', content: asked },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'read', arguments: found } }],
      },
      { role: 'tool', tool_call_id: `c${i}`, content: found },
      { role: 'assistant', content: said },
    ],
  },
  responses: {
    head: { store: false },
    field: 'input',
    turn: (i, asked, found, said) => [
      ...(i === 0
        ? [{ type: 'additional_tools', role: 'developer', tools: [{ type: 'custom', name: 'exec' }] }]
        : []),
      { role: 'user', content: [{ type: 'input_text', text: asked }] },
      { type: 'custom_tool_call', call_id: `c${i}`, name: 'exec', input: `text(${JSON.stringify(found)})` },
      {
        type: 'custom_tool_call_output',
        call_id: `c${i}`,
        output: [{ type: 'input_text', text: JSON.stringify({ output: found }) }],
      },
      { role: 'assistant', content: [{ type: 'output_text', text: said }] },
    ],
  },
  messages: {
    head: {
      max_tokens: 5,
      system: [{ type: 'text', text: 'Be kind.', ...EPHEMERAL }],
      tools: [{ name: 'read', description: 'Reads a file', input_schema: SCHEMA }],
    },
    field: 'messages',
    turn: (i, asked, found, said) => [
      { role: 'user', content: [{ type: 'text', text: asked, ...EPHEMERAL }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `t${i}`, name: 'read', input: JSON.parse(found) as JsonValue }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: found }] },
      { role: 'assistant', content: [{ type: 'text', text: said }] },
    ],
  },
  gemini: {
    head: {
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      tools: [{ functionDeclarations: [FUNCTION] }],
    },
    field: 'contents',
    turn: (i, asked, found, said) => [
      { role: 'user', parts: [{ text: asked }] },
      {
        role: 'model',
        parts: [{ functionCall: { id: `c${i}`, name: 'read', args: JSON.parse(found) as JsonValue } }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { id: `c${i}`, name: 'read', response: { output: found } } }],
      },
      { role: 'model', parts: [{ text: said }] },
    ],
  },
};

/** The marks of a cache move from turn to turn and are not part of what it stores. */
const withoutMarks = (value: JsonValue): string =>
  JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));

describe.each(Object.keys(CONVERSATIONS) as Dialect[])('the requests of a conversation in %s', (dialect) => {
  const { head, field, turn } = CONVERSATIONS[dialect];
  const form = CALL_FORMS[dialect](
    new Thoughts(new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 7)) }]), 'o'),
  ).body;

  it.each<ReplacementStyle>(['surrogates', 'placeholders'])(
    'have equal bytes up to the new messages in ten turns with growing tables of %s',
    async (style) => {
      const hider = hiderOf(NAMES);
      const messages: JsonValue[] = [];
      let before: { head: string; messages: string[] } | undefined;
      for (let i = 0; i < TURNS; i += 1) {
        // The first turn has no value.
        const known = NAMES.slice(0, i);
        const found = JSON.stringify({ path: `a\n${known.join(', ')}` });
        const latest = known.at(-1) ?? 'nobody';
        messages.push(...turn(i, `Who is ${latest}?`, found, `It is ${latest}.`));
        const body = { model: 'm', ...head, [field]: structuredClone(messages) };
        const sent = (await hide(hider, body, { style }, form)).body;
        const { [field]: list, ...others } = sent;
        const now = { head: withoutMarks(others), messages: (list as JsonValue[]).map(withoutMarks) };
        for (const name of NAMES) expect(withoutMarks(sent)).not.toContain(name);
        if (before) {
          expect(now.head).toBe(before.head);
          expect(now.messages.slice(0, before.messages.length)).toEqual(before.messages);
        }
        before = now;
      }
    },
  );
});
