import { array, assert, asyncProperty, nat } from 'fast-check';
import { readSse } from './read-sse';

async function* cut(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const borders = [0, ...[...places].sort((a, b) => a - b), bytes.length];
  for (let i = 1; i < borders.length; i++) yield bytes.subarray(borders[i - 1], borders[i]);
}

const read = async (text: string, places: readonly number[] = []): Promise<string[]> => {
  const bytes = new TextEncoder().encode(text);
  const events: string[] = [];
  for await (const event of readSse(
    cut(
      bytes,
      places.map((place) => Math.min(place, bytes.length)),
    ),
  ))
    events.push(event);
  return events;
};

describe('readSse', () => {
  it.each([
    ['one event', 'data: a\n\n', ['a']],
    ['carriage returns', 'data: a\r\n\r\ndata:b\r\n\r\n', ['a', 'b']],
    ['comments and other fields', ': hello\nevent: x\nid: 1\ndata: a\n\n', ['a']],
    ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
    ['a missing last blank line', 'data: a\n\ndata: [DONE]', ['a', '[DONE]']],
    ['nothing', '', []],
  ])('reads %s', async (_, text, expected) => {
    expect(await read(text)).toEqual(expected);
  });

  it('yields to other work of the event loop while it reads many events of one chunk', async () => {
    const turns: number[] = [];
    let events = 0;
    const turn = setInterval(() => turns.push(events));
    const bytes = new TextEncoder().encode('data: a\n\n'.repeat(200_000));
    for await (const _ of readSse(cut(bytes, []))) events += 1;
    clearInterval(turn);
    expect(events).toBe(200_000);
    expect(turns.some((seen) => seen > 0 && seen < events)).toBe(true);
  });

  it('reads the same events for any split of the bytes', async () => {
    const text = 'data: Müller 🎉\r\n\r\n: wait\n\ndata: {"a":"漢"}\n\ndata: [DONE]\n\n';
    const whole = await read(text);
    await assert(
      asyncProperty(array(nat(80), { maxLength: 12 }), async (places) => {
        expect(await read(text, places)).toEqual(whole);
      }),
    );
  });

  it('rejects an event without an end', async () => {
    await expect(read(`data: ${'x'.repeat(1024 * 1024 + 1)}`)).rejects.toThrow('too long');
  });

  it.each([
    ['long lines', `data: ${'x'.repeat(1000)}\n`.repeat(1100)],
    ['empty lines', 'data:\n'.repeat(300_000)],
    [
      'several lines, the last one without an end',
      `data: ${'x'.repeat(700_000)}\ndata: ${'x'.repeat(700_000)}`,
    ],
  ])('rejects an event of more than 1 Mi characters in %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow('too long');
  });

  it('searches each character of a line once, however many chunks it arrives in', async () => {
    const split = jest.spyOn(String.prototype, 'split');
    const text = `data: ${'x'.repeat(2000)}\n\n`;
    try {
      await read(
        text,
        Array.from({ length: 2000 }, (_, at) => at),
      );
      const searched = split.mock.contexts.reduce<number>((sum, one) => sum + String(one).length, 0);
      expect(searched).toBe(text.length);
    } finally {
      split.mockRestore();
    }
  });
});
