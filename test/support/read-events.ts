import type { TestSystem, TestUser } from '@app/testing';

export interface StreamedEvent {
  event: string;
  data: Record<string, unknown>;
}

/** Posts a chat request for a streamed answer. */
export const openStream = (
  system: Pick<TestSystem, 'ai'>,
  user: Pick<TestUser, 'authorization'>,
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(system.ai('chat'), {
    method: 'POST',
    headers: { ...user.authorization, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/** Yields the server-sent events of a response as they arrive. */
export async function* readEvents(response: Response): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body!) {
    const blocks = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = ''] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}

export async function allEvents(response: Response): Promise<StreamedEvent[]> {
  const events: StreamedEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}
