export interface ServerEvent {
  event: string;
  data: string;
}

/** Yields the server-sent events of a body (HTML standard, 9.2) as they arrive, without comments. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void, void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      const blocks = (rest + (value ?? '')).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''));
  const data = valuesOf('data');
  return data.length > 0 ? { event: valuesOf('event')[0] ?? 'message', data: data.join('\n') } : undefined;
}
