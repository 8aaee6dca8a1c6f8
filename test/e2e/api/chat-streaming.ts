import { eventually } from '@app/testing';
import { aPrompt, readHistory, type ChatBody } from '../../support/chat';
import { allEvents, openStream, readEvents, type StreamedEvent } from '../../support/read-events';
import { useApi } from './scene';

const NAMES = ['Otto Kramer', 'Ida Vogel', 'Karl Brandt', 'Lena Winkler', 'Paul Engel', 'Eva Schulz'];
const PROMPT = NAMES.map((name) => `Dear Mr. ${name}, hello.`).join('\n');

const scene = useApi();

const textOf = (events: readonly StreamedEvent[]): string =>
  events.flatMap(({ event, data }) => (event === 'delta' ? [data.text] : [])).join('');
const usageRows = async (): Promise<{ source: string; completion_tokens: number }[]> => {
  const query = 'SELECT source, completion_tokens FROM token_usage WHERE organization_id = $1 ORDER BY id';
  return (await scene.system.db.query(query, [scene.user.organizationId])).rows;
};

describe('a streamed chat', () => {
  it('starts with the id, continues with restored text, and ends with the stored turn', async () => {
    scene.upstream.answer = (message) => ['As you', ` wrote: ${message}`];
    const response = await openStream(scene.system, scene.user, aPrompt(PROMPT));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = await allEvents(response);
    const result = events.at(-1)?.data as unknown as ChatBody;
    expect(events[0]).toEqual({ event: 'start', data: { session_id: result.session_id } });
    expect(events.at(-1)?.event).toBe('result');
    expect(textOf(events)).toBe(`As you wrote: ${PROMPT}`);
    expect(result.replaced_response).toBe(textOf(events));
    expect(result.total_tokens).toBe('34');
    const { data } = await readHistory(scene.api, result.session_id);
    expect(data.prompts).toHaveLength(1);
  });

  it.each(['surrogates', 'placeholders'])(
    'never contains a part of a replacement, wherever the model splits its answer (%s)',
    async (style) => {
      const { body } = await scene.api.post<ChatBody>('chat', aPrompt(PROMPT), { 'X-Replacements': style });
      const request = aPrompt('Repeat all names.', { chat_id: body.session_id });
      for (const size of [1, 2, 3, 5, 7]) {
        scene.upstream.answer = () => body.anonymized_prompt.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        const events = await allEvents(await openStream(scene.system, scene.user, request));
        expect(textOf(events)).toBe(PROMPT);
        let shown = '';
        for (const { event, data } of events) {
          if (event !== 'delta') continue;
          shown += String(data.text);
          expect(PROMPT.startsWith(shown)).toBe(true);
        }
      }
    },
  );

  it('arrives while the model is still answering', async () => {
    let finish: () => void = () => undefined;
    scene.upstream.intercept = ({ body }, response) => {
      if (!body.messages) return false;
      const chunk = (content: string, reason: string | null = null): string =>
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('The first sentence. '));
      finish = () => response.end(`${chunk('The last.', 'stop')}data: [DONE]\n\n`);
      return true;
    };
    const seen: string[] = [];
    for await (const { event, data } of readEvents(
      await openStream(scene.system, scene.user, aPrompt('Hello')),
    )) {
      seen.push(event);
      if (event === 'delta' && String(data.text).includes('first')) finish();
    }
    expect(seen.slice(0, 2)).toEqual(['start', 'delta']);
    expect(seen.at(-1)).toBe('result');
  });

  it('fails with an ordinary error response before the first text', async () => {
    scene.upstream.intercept = ({ body }, response) => {
      if (!body.messages) return false;
      response.writeHead(500).end();
      return true;
    };
    const response = await openStream(scene.system, scene.user, aPrompt('Hello'));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ success: false, response_code: 502 });
    expect((await openStream(scene.system, scene.user, aPrompt('Hello', { chat_id: 'x' }))).status).toBe(400);
  });

  it('ends with an error if the model breaks off, stores no turn, and counts the received tokens', async () => {
    const before = (await usageRows()).length;
    scene.upstream.intercept = ({ body }, response) => {
      if (!body.messages) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const choice = { index: 0, delta: { content: 'Half of an ' }, finish_reason: null };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`, () => response.destroy());
      return true;
    };
    const events = await allEvents(await openStream(scene.system, scene.user, aPrompt('Hello')));
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { success: false, response_code: 502 } });
    const [start] = events;
    expect((await scene.api.get(`history/${String(start?.data.session_id)}`)).status).toBe(404);
    const [row] = (await usageRows()).slice(before);
    expect(row).toMatchObject({ source: 'tokenizer' });
    expect(row?.completion_tokens).toBeGreaterThan(0);
  });

  it('ends with an error if the chat is deleted meanwhile, and counts its tokens', async () => {
    const { body } = await scene.api.post<ChatBody>('chat', aPrompt('Begin.'));
    const before = (await usageRows()).length;
    scene.upstream.answer = () => ['An answer ', 'to nobody.'];
    scene.upstream.intercept = async ({ body: { messages } }) => {
      if (messages) await scene.api.delete(`delete-session/${body.session_id}`);
      return false;
    };
    const request = aPrompt('Go on.', { chat_id: body.session_id });
    const events = await allEvents(await openStream(scene.system, scene.user, request));
    expect(textOf(events)).toBe('An answer to nobody.');
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { success: false, response_code: 400 } });
    expect((await usageRows()).slice(before)).toEqual([{ source: 'provider', completion_tokens: 13 }]);
    expect((await scene.api.get(`history/${body.session_id}`)).status).toBe(404);
  });

  it.each(['while it streams', 'before it speaks'])(
    'is stopped when its client disconnects %s: no turn is stored, its tokens are counted',
    async (when) => {
      const before = (await usageRows()).length;
      const caller = new AbortController();
      let closed = false;
      scene.upstream.intercept = ({ body }, response) => {
        if (!body.messages) return false;
        response.once('close', () => (closed = true));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const choice = { index: 0, delta: { content: 'A long answer begins here ' }, finish_reason: null };
        if (when === 'while it streams') response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
        else caller.abort();
        return true;
      };
      const chats = (await scene.api.get<{ data: object }>('history')).body.data;
      await expect(
        (async () => {
          const response = await openStream(scene.system, scene.user, aPrompt('Hello'), caller.signal);
          for await (const { event } of readEvents(response)) if (event === 'delta') caller.abort();
        })(),
      ).rejects.toThrow();
      await eventually(() => expect(closed).toBe(true));
      await eventually(async () => expect((await usageRows()).slice(before)).toHaveLength(1));
      expect((await scene.api.get<{ data: object }>('history')).body.data).toEqual(chats);
    },
  );
});

describe('an unstreamed chat', () => {
  it('is stopped when its client disconnects', async () => {
    const before = (await usageRows()).length;
    const caller = new AbortController();
    let closed = false;
    scene.upstream.intercept = ({ body }, response) => {
      if (!body.messages) return false;
      response.once('close', () => (closed = true));
      caller.abort();
      return true;
    };
    await expect(scene.api.post('chat', aPrompt('Hello'), {}, caller.signal)).rejects.toThrow();
    await eventually(() => expect(closed).toBe(true));
    await eventually(async () => expect((await usageRows()).slice(before)).toHaveLength(1));
  });
});
