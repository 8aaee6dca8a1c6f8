import { ApiClient } from '../../support/api-client';
import { aPrompt, readHistory, sendPrompt, type ChatBody } from '../../support/chat';
import { useApi } from './scene';

const NAME = 'Hans Müller';
const EMAIL = 'hans.mueller@firma.de';
const PHONE = '+49 30 1234567';
const PROMPT = `Dear Mr. ${NAME}, we tried to reach you at ${EMAIL} and ${PHONE}.`;
const PLANTED = ['Müller', 'mueller', EMAIL, PHONE, '1234567'];

const scene = useApi();

const sentSince = (count: number): string =>
  scene.upstream.requests
    .slice(count)
    .map(({ raw }) => raw)
    .join('\n');
const expectNothingPlanted = (sent: string): void => {
  for (const value of PLANTED) expect(sent).not.toContain(value);
};

describe('a chat', () => {
  it('hides personal data from the model and restores it for the caller [SEC-89]', async () => {
    const before = scene.upstream.requests.length;
    const { status, body } = await sendPrompt(scene.api, PROMPT);
    expect(status).toBe(200);
    expect(body.replaced_response).toBe(`You said: ${PROMPT}`);
    expect(body.total_tokens).toBe('34');
    expect(Object.keys(body.anonymized_values).sort()).toEqual(['Emails', 'Names', 'Phone']);
    for (const values of Object.values(body.anonymized_values))
      for (const value of values) expect(body.anonymized_prompt).toContain(value);
    expectNothingPlanted(sentSince(before));
    expectNothingPlanted(body.anonymized_prompt);
    expect(Object.keys(body).sort()).toEqual([
      'anonymized_prompt',
      'anonymized_values',
      'replaced_response',
      'session_id',
      'total_tokens',
    ]);
  });

  it('uses the same replacements in every turn', async () => {
    const before = scene.upstream.requests.length;
    const first = (await sendPrompt(scene.api, PROMPT)).body;
    const more = { chat_id: first.session_id };
    const second = (await sendPrompt(scene.api, `Tell Mr. ${NAME} again.`, more)).body;
    const [name] = second.anonymized_values.Names ?? [];
    expect(first.anonymized_values.Names).toContain(name);
    expect(scene.upstream.requests.at(-1)?.body.messages?.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(scene.upstream.requests.at(-1)?.body.messages?.[1]?.content).toBe(first.anonymized_prompt);
    const third = (await sendPrompt(scene.api, `And ${NAME} at ${EMAIL}?`, more)).body;
    expect(third.anonymized_prompt).toBe(`And ${name} at ${first.anonymized_values.Emails?.[0]}?`);
    expect(third.replaced_response).toBe(`You said: And ${NAME} at ${EMAIL}?`);
    expectNothingPlanted(sentSince(before));
  });

  it('uses placeholders if requested, and continues to use them', async () => {
    const style = { 'X-Replacements': 'placeholders' };
    const { body } = await scene.api.post<ChatBody>('chat', aPrompt(PROMPT), style);
    expect(body.anonymized_prompt).toBe(
      'Dear Mr. [NAME_1], we tried to reach you at [EMAIL_1] and [PHONE_1].',
    );
    expect(body.anonymized_values).toEqual({
      Names: ['[NAME_1]'],
      Emails: ['[EMAIL_1]'],
      Phone: ['[PHONE_1]'],
    });
    const more = { chat_id: body.session_id };
    expect((await sendPrompt(scene.api, `Who is ${NAME}?`, more)).body.anonymized_prompt).toBe(
      'Who is [NAME_1]?',
    );
    const other = await scene.api.post('chat', aPrompt('Hello', more), { 'X-Replacements': 'surrogates' });
    expect(other).toMatchObject({ status: 400, body: { success: false, response_code: 400 } });
  });

  it('continues to hide a value that it hid once', async () => {
    const style = { 'X-Replacements': 'placeholders' };
    const { body } = await scene.api.post<ChatBody>('chat', aPrompt(PROMPT), style);
    const open = { chat_id: body.session_id, anonymized: false, choices: [] };
    const next = (await sendPrompt(scene.api, `Write to ${NAME} and Mrs. Eva Schulz.`, open)).body;
    expect(next.anonymized_prompt).toBe('Write to [NAME_1] and Mrs. Eva Schulz.');
  });

  it('searches earlier turns when a later turn turns hiding on', async () => {
    const before = scene.upstream.requests.length;
    const open = (await sendPrompt(scene.api, PROMPT, { anonymized: false, choices: [] })).body;
    expect(open.anonymized_prompt).toBe(PROMPT);
    expect(open.anonymized_values).toEqual({});
    expect(sentSince(before)).toContain(EMAIL);
    const closed = scene.upstream.requests.length;
    await sendPrompt(scene.api, 'Shorter, please.', { chat_id: open.session_id });
    expectNothingPlanted(sentSince(closed));
    const { data } = await readHistory(scene.api, open.session_id);
    expect(data.prompts[0]).toMatchObject({ originalPrompt: PROMPT, anonymizedPrompt: PROMPT });
  });

  it('accepts the flag in both spellings, and rejects contradicting values [PRIV-61]', async () => {
    const request = { ...aPrompt('Hello'), anonymized: undefined };
    expect((await scene.api.post('chat', { ...request, anonymize: true })).status).toBe(200);
    expect((await scene.api.post('chat', request)).status).toBe(400);
    expect((await scene.api.post('chat', { ...request, anonymized: true, anonymize: false })).status).toBe(
      400,
    );
  });

  it.each([
    ['a blank prompt', { prompt: ' \n' }, 400],
    ['a missing prompt', { prompt: undefined }, 400],
    ['a prompt of another type', { prompt: 7 }, 400],
    ['a prompt that is too large', { prompt: 'x'.repeat(256 * 1024 + 1) }, 413],
    ['an unknown language', { lang: 'tlh' }, 400],
    ['an unknown choice', { choices: ['Names', 'Address'] }, 400],
    ['no choice', { choices: [] }, 400],
    ['choices that are not a list', { choices: 'Names' }, 400],
    ['an unknown model', { model: 'nobody' }, 400],
    ['a malformed chat_id', { chat_id: 'x' }, 400],
    ['an unknown chat_id', { chat_id: '01890000-0000-7000-8000-000000000001' }, 400],
    ['an unknown doc', { doc: '01890000-0000-7000-8000-000000000001' }, 400],
    ['a flag that is not a boolean', { anonymized: 'yes' }, 400],
  ])('rejects %s', async (_, fault, status) => {
    const before = scene.upstream.requests.length;
    const answer = await scene.api.post('chat', aPrompt('Hello', fault));
    expect(answer).toMatchObject({ status, body: { success: false, response_code: status } });
    expect(sentSince(before)).not.toContain('messages');
  });

  it('treats empty and null ids as absent, and ignores unknown fields', async () => {
    const more = { chat_id: '', doc: null, temperature: 2 };
    expect((await sendPrompt(scene.api, 'Hello', more)).status).toBe(200);
  });

  it('stores the text as it was sent [PRIV-49]', async () => {
    const odd = 'A\0B \u202eabc\u0301 \u{1F600}\r\n';
    const { body } = await sendPrompt(scene.api, odd);
    expect(body.replaced_response).toBe(`You said: ${odd}`);
    const { data } = await readHistory(scene.api, body.session_id);
    expect(data.prompts[0]?.originalPrompt).toBe(odd);
  });
});

describe('the context', () => {
  it('omits the oldest turns first', async () => {
    const { body } = await sendPrompt(scene.api, `First: ${'one '.repeat(700)}`);
    const more = { chat_id: body.session_id };
    await sendPrompt(scene.api, `Second: ${'two '.repeat(700)}`, more);
    await sendPrompt(scene.api, 'Third?', more);
    const prompts = scene.upstream.requests.at(-1)?.body.messages?.map(({ content }) => content.slice(0, 7));
    expect(prompts).toEqual(['Second:', 'You sai', 'Third?']);
  });

  it('rejects a prompt that alone exceeds it, and reports by how much', async () => {
    const { status, body } = await sendPrompt(scene.api, 'one '.repeat(3_000));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: expect.stringMatching(/^prompt is too long for the model by \d+ tokens/),
    });
  });
});

describe('a failed call', () => {
  it.each([
    ['an error', 500, 502],
    ['throttling', 429, 502],
  ])('with %s stores nothing', async (_, upstreamStatus, status) => {
    const user = new ApiClient(scene.system, await scene.system.user());
    scene.upstream.intercept = ({ path }, response) => {
      if (path.endsWith('/models')) return false;
      response.writeHead(upstreamStatus).end(JSON.stringify({ error: { message: 'SECRET' } }));
      return true;
    };
    const answer = await sendPrompt(user, PROMPT);
    expect(answer).toMatchObject({ status, body: { success: false, response_code: status } });
    expect(JSON.stringify(answer.body)).not.toContain('SECRET');
    expect((await user.get('history')).body).toMatchObject({ data: {} });
  });

  it('leaves the earlier turns of its chat unchanged and its replacements reserved', async () => {
    const style = { 'X-Replacements': 'placeholders' };
    const { body } = await scene.api.post<ChatBody>('chat', aPrompt('Dear Mrs. Eva Schulz, hello.'), style);
    const more = { chat_id: body.session_id };
    scene.upstream.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    expect((await sendPrompt(scene.api, PROMPT, more)).status).toBe(502);
    scene.upstream.intercept = undefined;
    expect((await readHistory(scene.api, body.session_id)).data.prompts).toHaveLength(1);
    const next = (await sendPrompt(scene.api, 'Dear Mr. Otto Kramer, hello.', more)).body;
    expect(next.anonymized_prompt).toBe('Dear Mr. [NAME_3], hello.');
  });
});

describe('two concurrent prompts', () => {
  it('end as two complete turns, in the order in which they were accepted', async () => {
    const { body } = await sendPrompt(scene.api, 'Begin.');
    const more = { chat_id: body.session_id };
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => {
      scene.upstream.intercept = async ({ raw }) => {
        if (raw.includes('Slow')) {
          resolve();
          await released;
        }
        return false;
      };
    });
    const slow = sendPrompt(scene.api, 'Slow one.', more);
    await arrived;
    await sendPrompt(scene.api, 'Quick one.', more);
    release();
    expect((await slow).status).toBe(200);
    const { data } = await readHistory(scene.api, body.session_id);
    expect(data.prompts.map(({ originalPrompt }) => originalPrompt)).toEqual([
      'Begin.',
      'Slow one.',
      'Quick one.',
    ]);
  });

  it('never assign one replacement to two people', async () => {
    const style = { 'X-Replacements': 'placeholders' };
    const { body } = await scene.api.post<ChatBody>('chat', aPrompt('Dear Mrs. Eva Schulz, hello.'), style);
    const names = ['Otto Kramer', 'Ida Vogel', 'Karl Brandt', 'Lena Winkler', 'Paul Engel'];
    const answers = await Promise.all(
      names.map((name) => sendPrompt(scene.api, `Dear Mr. ${name}, hello.`, { chat_id: body.session_id })),
    );
    expect(new Set(answers.map(({ body }) => body.anonymized_values.Names?.[0])).size).toBe(names.length);
    for (const [i, { body }] of answers.entries()) expect(body.replaced_response).toContain(names[i]);
  });
});

describe('deleting', () => {
  it('cancels a call in progress', async () => {
    const { body } = await sendPrompt(scene.api, 'Begin.');
    scene.upstream.intercept = async () => {
      await scene.api.delete(`delete-session/${body.session_id}`);
      return false;
    };
    expect((await sendPrompt(scene.api, 'Go on.', { chat_id: body.session_id })).status).toBe(400);
    expect((await scene.api.get(`history/${body.session_id}`)).status).toBe(404);
  });

  it('leaves no row and no key [SEC-75]', async () => {
    const { body } = await sendPrompt(scene.api, PROMPT);
    const id = body.session_id;
    expect((await scene.api.delete(`delete-session/${id}`)).body).toEqual({
      success: true,
      message: 'Session deleted',
    });
    for (const query of [
      'SELECT 1 FROM chats WHERE id = $1',
      'SELECT 1 FROM turns WHERE chat_id = $1',
      'SELECT 1 FROM data_keys WHERE subject_id = $1',
    ])
      expect((await scene.system.db.query(query, [id])).rowCount).toBe(0);
    expect((await scene.api.delete(`delete-session/${id}`)).status).toBe(400);
  });
});

describe('text of a user', () => {
  it('is encrypted in the database', async () => {
    await sendPrompt(scene.api, PROMPT);
    for (const table of ['chats', 'turns', 'token_usage']) {
      const { rows } = await scene.system.db.query<{ row: string }>(
        `SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS row FROM ${table} t`,
      );
      for (const { row } of rows)
        for (const value of [...PLANTED, 'reach you']) expect(row).not.toContain(value);
    }
  });

  it('does not appear in any log', () => {
    expect(scene.system.api.output).toContain('request.finished');
    for (const value of [...PLANTED, 'reach you', 'SECRET'])
      expect(scene.system.api.output).not.toContain(value);
  });
});
