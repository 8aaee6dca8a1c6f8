import { ApiClient } from '../../support/api-client';
import { aPrompt, readHistory, sendPrompt, type ChatBody } from '../../support/chat';
import { useApi } from './scene';

interface SessionsBody {
  data: { id: string; name: string; created_at: string; last_used_at: string; pinned: boolean }[];
  next_cursor: string | null;
}

const scene = useApi();

const newUser = async (): Promise<ApiClient> => new ApiClient(scene.system, await scene.system.user());

describe('the chat list', () => {
  it('maps ids to names, most recently used first', async () => {
    const first = (await sendPrompt(scene.api, 'The first chat')).body.session_id;
    const second = (await sendPrompt(scene.api, `The second chat ${'goes on '.repeat(10)}`)).body.session_id;
    await sendPrompt(scene.api, 'Again', { chat_id: first });
    const { body } = await scene.api.get<{ success: boolean; message: string; data: Record<string, string> }>(
      'history',
    );
    expect(Object.entries(body.data)).toEqual([
      [first, 'The first chat'],
      [second, 'The second chat goes on goes on goes on goes on goes on goes'],
    ]);
    expect(body).toMatchObject({ success: true, message: expect.any(String) });
  });

  it('is also paginated and lists each chat once', async () => {
    const api = await newUser();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.unshift((await sendPrompt(api, name)).body.session_id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: SessionsBody } = await api.get(
        `sessions?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      expect(body.data.length).toBeLessThanOrEqual(2);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it.each([
    'sessions?limit=0',
    'sessions?limit=201',
    'sessions?limit=x',
    'sessions?cursor=x',
    'sessions?cursor=',
  ])('rejects %s', async (path) => {
    expect((await scene.api.get(path)).status).toBe(400);
  });
});

describe('a search', () => {
  it('finds texts of own chats', async () => {
    const api = await newUser();
    const { session_id: id } = (await sendPrompt(api, 'Write to Eva Schulz about the lease.')).body;
    await sendPrompt(api, 'Something else');
    const { body } = await api.post<{ data: object[] }>('sessions/search', { text: 'schulz LEASE' });
    expect(body.data).toMatchObject([
      { id, turn: { excerpt: expect.stringContaining('Write to Eva Schulz about the lease.') } },
    ]);
    const others = await scene.api.post<{ data: object[] }>('sessions/search', { text: 'schulz lease' });
    expect(others.body.data).toEqual([]);
  });
});

describe('a pin', () => {
  it('moves a chat to the top of the sessions, and not of the documented list', async () => {
    const api = await newUser();
    const first = (await sendPrompt(api, 'first')).body.session_id;
    const second = (await sendPrompt(api, 'second')).body.session_id;
    const sessions = async () =>
      (await api.get<SessionsBody>('sessions')).body.data.map(({ id, pinned }) => [id, pinned]);
    expect((await api.call('PUT', `sessions/${first}/pin`)).status).toBe(200);
    expect(await sessions()).toEqual([
      [first, true],
      [second, false],
    ]);
    const { body } = await api.get<{ data: object }>('history');
    expect(Object.keys(body.data)).toEqual([second, first]);
    expect((await api.delete(`sessions/${first}/pin`)).status).toBe(200);
    expect((await sessions()).map(([id]) => id)).toEqual([second, first]);
  });
});

describe("a chat's history", () => {
  it('shows the turns in order with the replacements of all of them', async () => {
    const style = { 'X-Replacements': 'placeholders' };
    const { session_id } = (
      await scene.api.post<ChatBody>('chat', aPrompt('Dear Mrs. Eva Schulz, hello.'), style)
    ).body;
    await sendPrompt(scene.api, 'Dear Mr. Otto Kramer, hello from Eva Schulz.', { chat_id: session_id });
    expect(await readHistory(scene.api, session_id)).toEqual({
      success: true,
      message: expect.any(String),
      response_code: 200,
      data: {
        anonymized_values: { Names: ['[NAME_1]', '[NAME_2]'] },
        prompts: [
          {
            responseType: 'text',
            originalPrompt: 'Dear Mrs. Eva Schulz, hello.',
            anonymizedPrompt: 'Dear Mrs. [NAME_1], hello.',
            response: 'You said: Dear Mrs. [NAME_1], hello.',
          },
          {
            responseType: 'text',
            originalPrompt: 'Dear Mr. Otto Kramer, hello from Eva Schulz.',
            anonymizedPrompt: 'Dear Mr. [NAME_2], hello from [NAME_1].',
            response: 'You said: Dear Mr. [NAME_2], hello from [NAME_1].',
          },
        ],
      },
    });
    const { data } = await readHistory(scene.api, session_id, '?include=restored');
    expect(data.detected_values).toEqual({ Names: ['Eva Schulz', 'Otto Kramer'] });
    expect(data.prompts[0]).toMatchObject({
      replacedResponse: 'You said: Dear Mrs. Eva Schulz, hello.',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      model: 'test-model',
      doc: '',
    });
  });

  it('is also paginated, from the newest turn backwards and in order within a page', async () => {
    const { session_id } = (await sendPrompt(scene.api, '1')).body;
    for (const prompt of ['2', '3', '4', '5']) await sendPrompt(scene.api, prompt, { chat_id: session_id });
    const prompts = async (query: string) => {
      const { data, next_cursor } = await readHistory(scene.api, session_id, query);
      return { seen: data.prompts.map(({ originalPrompt }) => originalPrompt), next_cursor };
    };
    const newest = await prompts('?limit=2');
    expect(newest.seen).toEqual(['4', '5']);
    const middle = await prompts(`?limit=2&cursor=${newest.next_cursor}`);
    expect(middle.seen).toEqual(['2', '3']);
    expect(await prompts(`?limit=2&cursor=${middle.next_cursor}`)).toEqual({
      seen: ['1'],
      next_cursor: null,
    });
  });

  it('names the query parameter that it rejects', async () => {
    const { session_id } = (await sendPrompt(scene.api, '1')).body;
    for (const query of ['limit=0', 'limit=1.5', 'cursor=x', 'include=everything'])
      expect((await scene.api.get(`history/${session_id}?${query}`)).status).toBe(400);
  });
});

describe('renaming', () => {
  it('changes the name of a chat', async () => {
    const { session_id } = (await sendPrompt(scene.api, 'Hello')).body;
    const rename = (new_name: unknown) => scene.api.post('rename-session', { session_id, new_name });
    expect(await rename('  Grüße \u{1F600} ')).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String) },
    });
    expect((await scene.api.get('history')).body).toMatchObject({
      data: { [session_id]: 'Grüße \u{1F600}' },
    });
    for (const name of ['', '  ', 'x'.repeat(201), 7, null, undefined])
      expect((await rename(name)).status).toBe(400);
    expect((await rename('\u{1F600}'.repeat(200))).status).toBe(200);
  });
});

describe("another organization's user", () => {
  it('gets the same answer as for an unknown chat', async () => {
    const [owner, other] = [await newUser(), await newUser()];
    const { session_id } = (await sendPrompt(owner, 'Mine')).body;
    const unknown = '01890000-0000-7000-8000-000000000001';
    const tries = (id: string) => [
      other.get(`history/${id}`),
      other.post('chat', aPrompt('Hello', { chat_id: id })),
      other.post('rename-session', { session_id: id, new_name: 'Yours' }),
      other.delete(`delete-session/${id}`),
    ];
    const answers = await Promise.all(tries(session_id));
    const unknowns = await Promise.all(tries(unknown));
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400]);
    expect(answers.map(({ body }) => body)).toEqual(unknowns.map(({ body }) => body));
    expect((await other.get('history')).body).toMatchObject({ data: {} });
    expect((await readHistory(owner, session_id)).data.prompts).toHaveLength(1);
  });

  it('gets it within the same organization too', async () => {
    const one = await scene.system.user();
    const colleague = new ApiClient(
      scene.system,
      await scene.system.user({ organizationId: one.organizationId }),
    );
    const { session_id } = (await sendPrompt(new ApiClient(scene.system, one), 'Mine')).body;
    expect((await colleague.get(`history/${session_id}`)).status).toBe(404);
    expect((await colleague.delete(`delete-session/${session_id}`)).status).toBe(400);
  });
});
