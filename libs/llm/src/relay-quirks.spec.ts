import fc from 'fast-check';
import { ModelServer, REQUEST, sendJson } from '../testing/model-server';
import type { DialectObject } from './language-model';

const forever = new AbortController().signal;
const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const DONE = 'data: [DONE]\n\n';

const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const relayed = (answer: unknown): Promise<DialectObject> => {
  server.handle = (_, response) => sendJson(response, answer);
  return server.model().relay('chat', { ...REQUEST, n: 2 }, forever);
};
async function streamed(text: string): Promise<DialectObject[]> {
  server.handle = (_, response) => response.end(text);
  const chunks: DialectObject[] = [];
  for await (const chunk of server.model().relayStream('chat', { ...REQUEST }, forever)) chunks.push(chunk);
  return chunks;
}
const deltas = (chunks: readonly DialectObject[]): DialectObject[] =>
  chunks.flatMap(({ choices }) => choices as DialectObject[]);

describe('a field that small servers omit', () => {
  it('is added to a whole answer', async () => {
    const call = { function: { name: 'f', arguments: { a: 1 } } };
    const answer = await relayed({
      choices: [{ message: { content: 'hi' } }, { message: { tool_calls: [call] }, finish_reason: null }],
    });
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: expect.any(Number),
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' },
        {
          index: 1,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: expect.stringMatching(/^call_/),
                type: 'function',
                function: { name: 'f', arguments: '{"a":1}' },
              },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });

  it('is added to the chunks of a stream, which ends when the server says that it is done', async () => {
    const chunks = await streamed(
      event({ choices: [{ delta: { content: 'Hel' } }] }) +
        event({ choices: [{ delta: { content: 'lo' } }] }) +
        DONE,
    );
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(chunks[0]).toMatchObject({
      object: 'chat.completion.chunk',
      model: 'm',
      created: expect.any(Number),
    });
    expect(deltas(chunks)).toEqual([
      { index: 0, delta: { role: 'assistant', content: 'Hel' }, finish_reason: null },
      { index: 0, delta: { content: 'lo' }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: 'stop' },
    ]);
  });

  it('is added to the pieces of tool calls, and each piece stays with its call', async () => {
    const piece = (call: object): string => event({ choices: [{ delta: { tool_calls: [call] } }] });
    const chunks = await streamed(
      piece({ id: 'a', function: { name: 'f', arguments: '{"a"' } }) +
        piece({ function: { arguments: ':1}' } }) +
        piece({ id: 'b', function: { name: 'g', arguments: '{}' } }) +
        piece({ index: 5, function: { name: 'h' } }) +
        DONE,
    );
    const calls = deltas(chunks).flatMap(
      ({ delta }) => (delta as { tool_calls?: unknown[] }).tool_calls ?? [],
    );
    expect(calls).toEqual([
      { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"a"' } },
      { index: 0, function: { arguments: ':1}' } },
      { index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
      { index: 5, id: expect.stringMatching(/^call_/), type: 'function', function: { name: 'h' } },
    ]);
    expect(deltas(chunks).at(-1)).toMatchObject({ finish_reason: 'tool_calls' });
  });

  it('may be the choices of a chunk with the usage', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2 };
    const chunks = await streamed(
      event({ choices: [{ delta: { content: 'a' }, finish_reason: 'stop' }] }) + event({ usage }) + DONE,
    );
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage });
  });

  it.each([
    ['only its end', DONE],
    ['no end', event({ choices: [{ delta: { content: 'a' } }] })],
  ])('is an error in a stream that has %s', async (_, text) => {
    await expect(streamed(text)).rejects.toMatchObject({ code: 'provider_broke_off' });
  });
});

describe('invalid tool calls', () => {
  const answer = (calls: unknown) => ({ choices: [{ message: { content: 'x', tool_calls: calls } }] });

  it.each([[null], ['f'], [{}], [[null]], [[7]], [[{ function: 'f' }]], [[{ function: null }]]])(
    'are omitted: %j',
    async (calls) => {
      const { choices } = await relayed(answer(calls));
      expect(choices).toMatchObject([{ message: { content: 'x' }, finish_reason: 'stop' }]);
      expect((choices as { message: object }[])[0]?.message).not.toHaveProperty('tool_calls');
    },
  );

  it('never make an answer fail, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (calls) => {
        const { choices } = await relayed(answer(calls));
        expect(choices).toHaveLength(1);
        const chunk = event({ choices: [{ delta: { tool_calls: calls }, finish_reason: 'stop' }] });
        expect(await streamed(chunk + DONE)).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
