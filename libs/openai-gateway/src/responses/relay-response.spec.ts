import type { DialectObject } from '@app/llm';
import { policiesOf } from '@app/testing';
import { gatewayBefore, inputOf, NAME, owner } from '../../testing/calling';
import type { JsonObject } from '../json';

/** The protection of a call in which only names are hidden. */
const SOME = { level: 'some', leftOutKinds: 16, leftInClear: 0 };
const COST = { promptTokens: 7, completionTokens: 3, source: 'provider' };
const forever = new AbortController().signal;
const answer = (text: string): DialectObject => ({
  id: 'resp_1',
  status: 'completed',
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }],
  usage: { input_tokens: 7, output_tokens: 3 },
});

const scene = (...parts: readonly DialectObject[]) => gatewayBefore(parts, policiesOf());
const input = (more: JsonObject = {}) => inputOf({ input: `Greet ${NAME}`, ...more });

describe('a response through the gateway', () => {
  it.each<[JsonObject, number]>([
    [{}, 1_100],
    [{ max_output_tokens: 50 }, 50],
    [{ max_output_tokens: 1_000_000 }, 1_100],
  ])('reserves the largest answer that %j allows', async (more, tokens) => {
    const { relayCall, largest } = scene(answer('Hello'));
    await relayCall.execute('responses', owner, input(more), forever);
    expect(largest).toEqual([tokens]);
  });

  it('is hidden, restored and counted, and the provider stores nothing', async () => {
    const { relayCall, sent, counted } = scene(answer('Hello [NAME_1]'));
    const asked = input({ store: true, instructions: `You serve ${NAME}.` });
    expect(await relayCall.execute('responses', owner, asked, forever)).toMatchObject({
      output: [{ content: [{ text: `Hello ${NAME}` }] }],
      instructions: `You serve ${NAME}.`,
      store: false,
    });
    expect(sent).toMatchObject([
      {
        store: false,
        input: 'Greet [NAME_1]',
        instructions: expect.stringMatching(/^You serve \[NAME_1\]\.\n\n/),
      },
    ]);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 2 }, protection: SOME, cost: COST }]);
  });

  it('is handled in the same way as events', async () => {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const { relayCall, counted } = scene(
      { type: 'response.output_text.delta', ...place, delta: 'Hello [NA' },
      { type: 'response.output_text.delta', ...place, delta: 'ME_1]' },
      { type: 'response.output_text.done', ...place, text: 'Hello [NAME_1]' },
      { type: 'response.completed', response: answer('Hello [NAME_1]') },
    );
    const shown: DialectObject[] = [];
    for await (const event of relayCall.stream('responses', owner, input({ stream: true }), forever))
      shown.push(event);
    expect(shown.map(({ delta, text }) => delta ?? text)).toEqual([
      'Hello ',
      NAME,
      `Hello ${NAME}`,
      undefined,
    ]);
    expect(counted).toEqual([{ owner, model: 'm', hidden: { Names: 1 }, protection: SOME, cost: COST }]);
  });

  it('is counted by a tokenizer if the caller does not read it to the end', async () => {
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const { relayCall, counted } = scene(
      { type: 'response.output_text.delta', ...place, delta: 'some ' },
      { type: 'response.output_text.delta', ...place, delta: 'words' },
    );
    for await (const _ of relayCall.stream('responses', owner, input(), forever)) break;
    expect(counted).toMatchObject([{ cutShort: 'broken_off', cost: { source: 'tokenizer' } }]);
  });
});
