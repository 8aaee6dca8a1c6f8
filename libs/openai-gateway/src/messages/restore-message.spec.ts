import { createSecretKey } from 'node:crypto';
import { KeyRing } from '@app/crypto';
import type { DialectObject } from '@app/llm';
import { hide, hiderOf, restoringOf } from '../../testing/hiding';
import { RestoringMessage, writtenInMessage } from './restore-message';
import { Thoughts } from '../thoughts';

const keyRing = new KeyRing([{ id: 'k', key: createSecretKey(Buffer.alloc(32, 1)) }]);
const thoughts = new Thoughts(keyRing, 'organization');

async function restoring(): Promise<RestoringMessage> {
  const body = { messages: [{ role: 'user', content: 'Ask Anna Schmidt.' }] };
  const hidden = await hide(hiderOf(['Anna Schmidt']), body, { style: 'placeholders' });
  const identifiers = new Map([['x_1', 'own']]);
  return new RestoringMessage({ ...(await restoringOf(hidden)), identifiers }, thoughts);
}

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  container: { id: 'c' },
  content: [
    { type: 'thinking', thinking: 'I ask [NAME_1].', signature: 'c2ln' },
    { type: 'redacted_thinking', data: 'ZGF0YQ' },
    { type: 'text', text: 'I ask [NAME_1].', citations: [{ cited_text: '[NAME_1]' }] },
    { type: 'tool_use', id: 'x_1', name: 'x_1', input: { to: ['[NAME_1]'], count: 1 } },
    { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: '[NAME_1]' } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
};
const RESTORED = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    {
      type: 'thinking',
      thinking: 'I ask [NAME_1].',
      signature: thoughts.sign('I ask [NAME_1].', 'c2ln'),
    },
    { type: 'redacted_thinking', data: thoughts.sign('', 'ZGF0YQ') },
    { type: 'text', text: 'I ask Anna Schmidt.' },
    { type: 'tool_use', id: 'own', name: 'own', input: { to: ['Anna Schmidt'], count: 1 } },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 4 },
};

/** Returns the events of a message, with texts in pieces of a few characters. */
function eventsOf(message: typeof MESSAGE, size: number): DialectObject[] {
  const pieces = (text: string): string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  const { content, stop_reason, stop_sequence, usage, ...head } = message;
  const blocks = (content as DialectObject[]).flatMap((block, index) => {
    const { thinking, signature, text, input, ...begun } = block;
    const deltas = [
      ...(thinking === undefined
        ? []
        : pieces(String(thinking)).map((piece) => ({ type: 'thinking_delta', thinking: piece }))),
      ...(signature === undefined ? [] : [{ type: 'signature_delta', signature }]),
      ...(text === undefined
        ? []
        : pieces(String(text)).map((piece) => ({ type: 'text_delta', text: piece }))),
      ...(input === undefined
        ? []
        : pieces(JSON.stringify(input)).map((piece) => ({ type: 'input_json_delta', partial_json: piece }))),
    ];
    return [
      { type: 'content_block_start', index, content_block: begun },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
  });
  return [
    {
      type: 'message_start',
      message: { ...head, content: [], stop_reason: null, usage: { input_tokens: 3 } },
    },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ];
}

/** Returns the message that a client puts together from events. */
function together(events: readonly DialectObject[]): DialectObject {
  let message: DialectObject = {};
  const blocks: DialectObject[] = [];
  for (const event of events) {
    const block = blocks[Number(event.index)];
    const { type: _, ...delta } = (event.delta ?? {}) as DialectObject;
    if (event.type === 'message_start') message = event.message as DialectObject;
    if (event.type === 'content_block_start') blocks.push({ ...(event.content_block as DialectObject) });
    if (event.type === 'content_block_delta')
      for (const [field, piece] of Object.entries(delta))
        block![field] = `${String(block![field] ?? '')}${String(piece)}`;
    if (event.type === 'content_block_stop' && block?.type === 'tool_use') {
      block.input = JSON.parse(String(block.partial_json));
      delete block.partial_json;
    }
    if (event.type === 'message_delta') message = { ...message, ...delta, usage: event.usage };
  }
  return { ...message, content: blocks };
}

describe('RestoringMessage', () => {
  it('restores texts and the input of tools, and returns thoughts as the model wrote them, signed', async () => {
    expect(await (await restoring()).write(MESSAGE)).toEqual([RESTORED]);
  });

  it.each([1, 3, 1_000])('restores the same from events with pieces of %i characters', async (size) => {
    const message = await restoring();
    const events: DialectObject[] = [];
    for (const event of eventsOf(MESSAGE, size)) events.push(...(await message.write(event)));
    expect(together(events)).toEqual(RESTORED);
    expect(events.filter(({ type }) => type === 'content_block_start').map(({ index }) => index)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('ends a text that the provider left open, with what was held back', async () => {
    const message = await restoring();
    const events: DialectObject[] = [];
    const text = { type: 'text', text: 'I ask [NAME' };
    for (const event of [
      { type: 'content_block_start', index: 0, content_block: text },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '_1]' } },
      {
        type: 'message_delta',
        delta: { stop_reason: 'stop_sequence', stop_sequence: 'To [NAME_1]' },
        usage: {},
      },
    ])
      events.push(...(await message.write(event)));
    expect(together(events)).toMatchObject({
      content: [{ type: 'text', text: 'I ask Anna Schmidt' }],
      stop_sequence: 'To Anna Schmidt',
    });
    expect(events.map(({ type }) => type)).toContain('content_block_stop');
  });

  it('counts everything that the model wrote', () => {
    const whole = writtenInMessage(MESSAGE);
    expect(whole).toContain('I ask [NAME_1].I ask [NAME_1].');
    expect(eventsOf(MESSAGE, 3).map(writtenInMessage).join('')).toBe(whole);
  });
});
