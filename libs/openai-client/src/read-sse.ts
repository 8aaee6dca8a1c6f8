import { TimeSlice } from '@app/common';

/** The maximum length of an event of a model, in characters. */
const MAX_EVENT = 1024 * 1024;

/**
 * Yields the `data` of server-sent events (WHATWG HTML, section 9.2), for any split of the bytes. One chunk may contain
 * thousands of events; between them it yields to other work of the event loop.
 *
 * @param maxEvent the maximum length of an event in characters
 * @throws Error if an event is longer
 */
export async function* readSse(
  bytes: AsyncIterable<Uint8Array>,
  maxEvent = MAX_EVENT,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const slice = new TimeSlice();
  let rest = '';
  let data: string[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    // Only the new text is searched, because a line may arrive in a million chunks.
    const lines = decoder.decode(chunk, { stream: true }).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    for (const line of lines.map((line) => line.replace(/\r$/, ''))) {
      if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5));
        length += line.length;
        if (length > maxEvent) throw tooLong();
      }
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
      length = 0;
      if (slice.isOver) await slice.next();
    }
    if (length + rest.length > maxEvent) throw tooLong();
  }
  // Some servers omit the blank line after the last event.
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim());
  if (data.length > 0) yield data.join('\n');
}

const tooLong = (): Error => new Error('An event is too long');
