import fc from 'fast-check';
import { eventsOf, type ServerEvent } from './events.ts';

async function read(chunks: readonly Uint8Array[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

describe('The events of a stream', () => {
  it('are the same, however their bytes are divided', async () => {
    const events = fc.array(
      fc.record({
        event: fc.constantFrom('delta', 'result'),
        data: fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
      }),
    );
    const written = fc.tuple(events, fc.constantFrom('\n', '\r\n'), fc.array(fc.nat()));
    await fc.assert(
      fc.asyncProperty(written, async ([events, end, cuts]) => {
        const text = events
          .map(({ event, data }) =>
            [`event: ${event}`, `data: ${JSON.stringify(data)}`, '', ': comment', '', ''].join(end),
          )
          .join('');
        const bytes = new TextEncoder().encode(text);
        const at = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const chunks = at.map((cut, index) => bytes.slice(at[index - 1] ?? 0, cut));
        expect(JSON.stringify(await read(chunks))).toBe(JSON.stringify(events));
      }),
    );
  });

  it('do not include one that is cut off', async () => {
    const bytes = new TextEncoder().encode('event: delta\ndata: {"text":"a"}\n\nevent: result\ndata: {}\n');
    await expect(read([bytes])).resolves.toEqual([{ event: 'delta', data: { text: 'a' } }]);
  });

  it('cancel the body if the caller stops early', async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: {}\n\n')),
      cancel: () => void (cancelled = true),
    });
    for await (const _ of eventsOf(body)) break;
    expect(cancelled).toBe(true);
  });
});
