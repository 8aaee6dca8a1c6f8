/** The maximum length of an event, in characters. */
const MAX_EVENT = 1024 * 1024;

/**
 * Yields the `data` of server-sent events (WHATWG HTML, section 9.2), for any split of the bytes.
 *
 * @throws Error if an event is longer than 1 Mi characters
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_EVENT) throw new Error('An event is too long');
    for (const line of lines.map((line) => line.replace(/\r$/, ''))) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
  // Some servers omit the blank line after the last event.
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim());
  if (data.length > 0) yield data.join('\n');
}
