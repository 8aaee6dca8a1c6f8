import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Response } from 'express';
import { AppError } from '@app/common';
import type { HttpConfig } from '@app/config';
import type { Log } from '@app/observability';
import { StreamAnswer } from './stream-answer';

type Dialect = Parameters<StreamAnswer['execute']>[0];

/** Returns what a client receives of an answer with two parts, or with one and a failure. */
async function received(dialect: Dialect, fails: boolean): Promise<string> {
  const log = { error: () => undefined } as unknown as Log;
  const response = Object.assign(new PassThrough(), {
    req: {},
    status: () => response,
    set: () => response,
    flushHeaders: () => undefined,
  });
  async function* parts(): AsyncGenerator<object, void, void> {
    yield { type: 'one' };
    if (fails) throw new AppError('provider_broke_off', 'broken');
    yield { type: 'two' };
  }
  const stream = new StreamAnswer({ clientTimeoutMs: 1_000 } as HttpConfig, log);
  const read = text(response);
  await stream.execute(dialect, parts(), response as unknown as Response);
  return read;
}

describe('StreamAnswer', () => {
  it.each<[Dialect, string]>([
    ['chat', 'data: {"type":"one"}\n\ndata: {"type":"two"}\n\ndata: [DONE]\n\n'],
    ['responses', 'event: one\ndata: {"type":"one"}\n\nevent: two\ndata: {"type":"two"}\n\ndata: [DONE]\n\n'],
    ['messages', 'event: one\ndata: {"type":"one"}\n\nevent: two\ndata: {"type":"two"}\n\n'],
    ['gemini', 'data: {"type":"one"}\n\ndata: {"type":"two"}\n\n'],
  ])('sends the parts of %s in its form', async (dialect, expected) => {
    expect(await received(dialect, false)).toBe(expected);
  });

  it.each<[Dialect, string, object]>([
    ['chat', 'data: ', { error: { message: 'broken' } }],
    [
      'responses',
      'event: error\ndata: ',
      { type: 'error', sequence_number: 1, error: { message: 'broken' } },
    ],
    ['messages', 'event: error\ndata: ', { type: 'error', error: { message: 'broken' } }],
    ['gemini', 'data: ', { error: { message: 'broken' } }],
  ])('ends a failed answer of %s with its error object', async (dialect, start, expected) => {
    const last = (await received(dialect, true)).trimEnd().split('\n\n').at(-1)!;
    expect(last.startsWith(start)).toBe(true);
    expect(JSON.parse(last.slice(start.length))).toMatchObject(expected);
  });

  it('throws if the first part fails', async () => {
    const failure = new AppError('provider_failed', 'no');
    async function* none(): AsyncGenerator<object, void, void> {
      yield* [];
      throw failure;
    }
    const stream = new StreamAnswer({ clientTimeoutMs: 1_000 } as HttpConfig, {} as Log);
    await expect(stream.execute('chat', none(), {} as Response)).rejects.toBe(failure);
  });
});
