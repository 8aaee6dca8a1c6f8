import { form, readDocument } from '../../contract/open-api';
import { aPrompt, type ChatBody } from '../../support/chat';
import { allEvents } from '../../support/read-events';
import { useApi } from './scene';

const NAME = 'Anna Schmidt';

const scene = useApi();

/** Creates a chat with an answer that ends within a replacement; the continuation contains the rest. */
async function cut(): Promise<ChatBody> {
  scene.upstream.finish = 'length';
  scene.upstream.answer = () => 'Write to [NA';
  const { body } = await scene.api.post<ChatBody>('chat', aPrompt(`Repeat: write to ${NAME}.`), {
    'X-Replacements': 'placeholders',
  });
  scene.upstream.finish = 'stop';
  scene.upstream.answer = () => ['ME', '_1].'];
  return body;
}

describe('an answer that was cut off', () => {
  const operation = async () => {
    const operations = await readDocument((path) => scene.api.call('GET', path));
    return operations.find(({ name }) => name === 'POST /ai/v1/chat/{chat_id}/continue')!;
  };

  it('continues at the offset in X-Continues-At, as the OpenAPI document shows it', async () => {
    const described = await operation();
    const { session_id: chatId, replaced_response: before } = await cut();
    const { status, body, headers } = await scene.api.post<ChatBody>(`chat/${chatId}/continue`);
    expect([status, form(body)]).toEqual([200, form(described.shown(200))]);
    const at = Number(headers.get('x-continues-at'));
    expect(before.slice(0, at) + body.replaced_response).toBe(`Write to ${NAME}.`);
    const lacking = described
      .headers(200)
      .filter((name) => !name.startsWith('X-Budget-') && !headers.has(name));
    expect(lacking).toEqual([]);
    expect(described.headers(200)).toEqual(expect.arrayContaining(['X-Continues-At', 'X-Protection']));
  });

  it('continues in a stream at the offset in the event start, as the OpenAPI document shows it', async () => {
    const { session_id: chatId, replaced_response: before } = await cut();
    const headers = { accept: 'text/event-stream' };
    const response = await scene.api.send('POST', `chat/${chatId}/continue`, { body: {}, headers });
    const events = await allEvents(response);
    const shown = await allEvents(new Response((await operation()).shownStream(200)));
    const keysOf = (event: (typeof events)[number]): [string, string[]] => [
      event.event,
      Object.keys(event.data),
    ];
    expect(events.map(keysOf)).toEqual(shown.map(keysOf));
    const { continues_at: at } = events[0]!.data as { continues_at: number };
    const { replaced_response: rest } = events.at(-1)!.data as unknown as ChatBody;
    expect(before.slice(0, at) + rest).toBe(`Write to ${NAME}.`);
  });
});
