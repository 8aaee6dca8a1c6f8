/** A server-sent event. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Yields the chunks of a body. Cancels the body if the caller stops early. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** Yields the text of a body as it arrives. */
export async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunksOf(body)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text) yield text;
  }
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** Yields the server-sent events of a body. Their data is JSON. Comments and incomplete events are omitted. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  let event = '';
  let data: string[] = [];
  for await (const text of textsOf(body)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map((line) => line.replace(/\r$/, ''))) {
      if (line.startsWith('event:')) event = line.slice(6).trim();
      else if (line.startsWith('data:')) data.push(line.slice(5));
      else if (line === '') {
        if (data.length > 0) yield { event, data: JSON.parse(data.join('\n')) };
        event = '';
        data = [];
      }
    }
  }
}
