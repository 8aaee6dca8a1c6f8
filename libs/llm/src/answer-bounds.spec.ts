import { ANSWER_BOUNDS } from '@app/common';
import { ModelServer, REQUEST, sendJson } from '../testing/model-server';
import { MAX_CALLS, MAX_CHOICES } from './answer-bounds';
import type { DialectObject } from './language-model';

const forever = new AbortController().signal;
const server = new ModelServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const TOO_LARGE = { code: 'provider_failed', message: expect.stringContaining('more than was asked for') };
const times = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at));
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

const call = (index: number) => ({ index, id: `c${index}`, function: { name: 'f', arguments: '{}' } });
const choices = (count: number) => ({ choices: times(count, (index) => ({ index, message: {} })) });
const calls = (count: number) => ({ choices: [{ index: 0, message: { tool_calls: times(count, call) } }] });
const extra = (field: unknown) => ({ choices: [{ index: 0, message: { content: 'hi' } }], field });

/** An answer within a limit, and one beyond it. */
const ANSWERS: readonly [string, DialectObject, unknown, unknown][] = [
  ['choices than were asked for', {}, choices(1), choices(2)],
  ['choices than a caller of three wants', { n: 3 }, choices(3), choices(4)],
  ['choices than any caller gets', { n: 100_000 }, choices(MAX_CHOICES), choices(MAX_CHOICES + 1)],
  ['tool calls than an answer may hold', {}, calls(MAX_CALLS), calls(MAX_CALLS + 1)],
  [
    'members',
    {},
    extra(times(ANSWER_BOUNDS.entries - 10, () => 1)),
    extra(times(ANSWER_BOUNDS.entries, () => 1)),
  ],
  ['levels', {}, extra(nested(ANSWER_BOUNDS.depth - 1)), extra(nested(ANSWER_BOUNDS.depth))],
];

describe('an answer of a server', () => {
  it.each(ANSWERS)('is refused with more %s', async (_, body, largest, tooLarge) => {
    const relay = (answer: unknown) => {
      server.handle = (_request, response) => sendJson(response, answer);
      return server.model().relay('chat', { ...REQUEST, ...body }, forever);
    };
    await expect(relay(largest)).resolves.toMatchObject({ choices: expect.any(Array) });
    await expect(relay(tooLarge)).rejects.toMatchObject(TOO_LARGE);
  });

  it.each(ANSWERS)('is aborted with more %s in its chunks', async (_, body, largest, tooLarge) => {
    const stream = async (answer: unknown) => {
      const { choices: all, ...fields } = answer as { choices: { message: DialectObject }[] };
      const events = [
        ...all.flatMap(({ message, ...choice }) =>
          ((message.tool_calls as unknown[]) ?? [undefined]).map((one) => ({
            ...fields,
            choices: [{ ...choice, delta: one === undefined ? {} : { tool_calls: [one] } }],
          })),
        ),
        '[DONE]',
      ];
      server.handle = (_request, response) =>
        response.end(
          events.map((one) => `data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`).join(''),
        );
      for await (const chunk of server.model().relayStream('chat', { ...REQUEST, ...body }, forever))
        expect(chunk.object).toBe('chat.completion.chunk');
    };
    await expect(stream(largest)).resolves.toBeUndefined();
    await expect(stream(tooLarge)).rejects.toMatchObject(TOO_LARGE);
  });

  it('has the same limits as a response, whole and in its events', async () => {
    const tooLarge = { output: [], field: times(ANSWER_BOUNDS.entries, () => 1) };
    server.handle = (_, response) => sendJson(response, tooLarge);
    await expect(server.model().relay('responses', REQUEST, forever)).rejects.toMatchObject(TOO_LARGE);
    const event = { type: 'response.completed', response: tooLarge };
    server.handle = (_, response) => response.end(`data: ${JSON.stringify(event)}\n\n`);
    const read = async () => {
      for await (const one of server.model().relayStream('responses', REQUEST, forever))
        expect(one).toBeUndefined();
    };
    await expect(read()).rejects.toMatchObject(TOO_LARGE);
  });

  it('has at most one vector for each text', async () => {
    const answer = (count: number) => ({ data: times(count, (index) => ({ index, embedding: [0.5] })) });
    const embed = (count: number, input: unknown) => {
      server.handle = (_, response) => sendJson(response, answer(count));
      return server.model().embed({ model: 'm', input }, forever);
    };
    await expect(embed(2, ['a', 'b'])).resolves.toMatchObject(answer(2));
    await expect(embed(2, 'a')).rejects.toMatchObject(TOO_LARGE);
    await expect(embed(3, ['a', 'b'])).rejects.toMatchObject(TOO_LARGE);
  });

  it('is refused after its first invalid element, however many follow', async () => {
    let read = 0;
    const parse = jest.spyOn(JSON, 'parse').mockImplementation(() => {
      const elements = times(1000, () =>
        Object.defineProperty({}, 'embedding', { get: () => ((read += 1), 'no vector!') }),
      );
      return { data: elements };
    });
    server.handle = (_, response) => response.end('{}');
    const asked = server.model().embed({ model: 'm', input: 'a' }, forever);
    await expect(asked.finally(() => parse.mockRestore())).rejects.toMatchObject({ code: 'provider_failed' });
    expect(read).toBeLessThan(5);
  });
});
