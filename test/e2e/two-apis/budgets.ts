import OpenAI, { APIError } from 'openai';
import type { TestUser } from '@app/testing';
import { ApiClient, type Caller } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { useTwoApis } from './scene';

interface Budget {
  id: string;
  used: number | null;
  remaining: number | null;
  resets_at: string;
}
interface Answer<T> {
  message: string;
  data: T;
}

const scene = useTwoApis();

describe('budgets', () => {
  let admin: TestUser;
  beforeAll(async () => {
    admin = await scene.system.user({ role: 'admin' });
  });

  const api = (caller?: Caller) => new ApiClient(scene.system, caller);

  it('of a group with few callers hide its usage, as usage by group does', async () => {
    const own = await scene.system.user({ role: 'admin' });
    const { body: group } = await api(own).post<Answer<{ id: string }>>('/admin/v1/groups', {
      name: 'Solo',
    });
    const { id } = group.data;
    await api(own).call('PUT', `/admin/v1/groups/${id}/members/${own.id}`);
    const address = `/admin/v1/budgets/group/${id}`;
    await api(own).call('PUT', address, { body: { unit: 'tokens', hard: 1_000_000 } });
    expect((await api(own).post('chat', aPrompt('Hello'))).status).toBe(200);
    const hidden = { used: null, reserved: null, remaining: null };
    expect((await api(own).get(address)).body).toMatchObject({ data: hidden });
    const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const range = `start_date=${from}&end_date=${to}`;
    expect((await api(own).get(`/admin/v1/usage?by=group&${range}`)).body).toMatchObject({ data: [] });
    await api(own).delete(`/admin/v1/groups/${id}`);
  });

  it('stop a program when its key has used its own budget up, until the month ends', async () => {
    const { body: made } = await api(admin).post<Answer<{ id: string; key: string }>>('/admin/v1/keys', {
      name: 'Program',
      scopes: ['openai', 'chat', 'images', 'usage'],
    });
    const { id, key } = made.data;
    const address = `/admin/v1/budgets/key/${id}`;
    const set = await api(admin).call<Answer<Budget>>('PUT', address, {
      body: { unit: 'tokens', soft: 100, hard: 400 },
    });
    expect(set).toMatchObject({ status: 200, body: { data: { used: 0, remaining: 400 } } });

    const client = new OpenAI({ apiKey: key, baseURL: scene.system.ai('openai/v1') });
    const ask = () =>
      client.chat.completions
        .create({
          model: 'test-model',
          max_tokens: 100,
          messages: [{ role: 'user', content: 'word '.repeat(100) }],
        })
        .withResponse();
    const left: number[] = [];
    const callUntilRefused = async (): Promise<never> => {
      for (;;) {
        const { response } = await ask();
        left.push(Number(response.headers.get('x-budget-remaining')));
      }
    };
    const refused: unknown = await callUntilRefused().catch((error: unknown) => error);
    expect(left[0]).toBe(400);
    expect(left.length).toBeGreaterThan(2);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    const { status, code, message, headers } = refused as APIError;
    expect({ status, code }).toEqual({ status: 429, code: 'budget_exceeded' });
    expect(message).toMatch(/budget of this API key \(400 tokens a month\) .* a new month begins at/);
    expect(Number(headers?.get('retry-after'))).toBeGreaterThan(0);
    expect(headers?.get('x-should-retry')).toBe('false');

    const program = { authorization: { authorization: `Bearer ${key}` } };
    const { body: own } = await api(program).get<Answer<Budget[]>>('/ai/v1/budget');
    expect(own.data).toEqual([expect.objectContaining({ id: set.body.data.id })]);
    expect(own.data[0]!.used).toBeLessThanOrEqual(400);

    // No token is left, so the api rejects the call before all other checks of its content.
    await api(admin).call('PUT', address, { body: { unit: 'tokens', hard: own.data[0]!.used } });
    expect(await api(program).post('/ai/v1/chat', aPrompt('Hello'))).toMatchObject({
      status: 429,
      body: { success: false, response_code: 429, message: expect.stringMatching(/is used up; a new month/) },
    });
    expect(await api(program).post('/ai/v1/generate-image', { prompt: 'A bicycle' })).toMatchObject({
      status: 429,
    });
    expect(await api(program).post('/ai/v1/chat', {})).toMatchObject({ status: 400 });

    const { rows } = await scene.system.db.query<{ action: string }>(
      'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
      [set.body.data.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['budget.set', 'budget.warn', 'budget.exceed']),
    );

    const span = 'start_date=2020-01-01T00:00:00Z&end_date=2020-12-31T00:00:00Z'.replaceAll(
      '2020',
      String(new Date().getUTCFullYear()),
    );
    const { body: usage } = await api(admin).get<Answer<{ of: string; requests: number }[]>>(
      `/admin/v1/usage?by=key&${span}`,
    );
    expect(usage.data).toEqual([expect.objectContaining({ of: id, requests: left.length })]);
    expect(await api(admin).get(`/admin/v1/usage?by=user&${span}`)).toMatchObject({ status: 403 });

    expect(await api(admin).call('DELETE', address, {})).toMatchObject({ status: 200 });
    await expect(ask()).resolves.toBeDefined();
  });

  it('are checked after rights, size and form of a request, and before its content', async () => {
    const owner = await scene.system.user({ role: 'admin' });
    const as = api(owner);
    const { body: made } = await as.post<Answer<{ id: string; key: string }>>('/admin/v1/keys', {
      name: 'Program',
      scopes: ['chat', 'images'],
    });
    const budget = `/admin/v1/budgets/key/${made.data.id}`;
    await as.call('PUT', budget, { body: { unit: 'tokens', hard: 0 } });
    const policy = { body: { modes: { Emails: 'block' } }, headers: { 'if-match': '"0"' } };
    expect((await as.call('PUT', '/admin/v1/policy', policy)).status).toBe(200);
    const program = api({ authorization: { authorization: `Bearer ${made.data.key}` } });
    const blocked = aPrompt('Write to anna.schmidt@example.com');
    const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;
    const told = async (path: string, body: object) => {
      const { status, body: said } = await program.post<{ message: string }>(path, body);
      return [status, /budget/.test(said.message)];
    };

    expect(await statusOf(api().post('chat', blocked))).toBe(401);
    expect(await statusOf(program.post('anonymize', blocked))).toBe(403);
    const tooLarge = aPrompt('x'.repeat(2 * 1024 ** 2));
    expect(await statusOf(program.post('chat', tooLarge))).toBe(413);
    const headers = { 'content-type': 'text/plain' };
    expect(await statusOf(program.call('POST', 'chat', { body: '{}', headers }))).toBe(415);
    expect(await told('chat', { ...blocked, choices: ['Nothing'] })).toEqual([400, false]);
    expect(await told('chat', blocked)).toEqual([429, true]);
    expect(await told('generate-image', { prompt: 'A bicycle' })).toEqual([429, true]);

    await as.call('DELETE', budget, {});
    expect(await told('chat', blocked)).toEqual([400, false]);
    expect(await told('generate-image', { prompt: 'A bicycle' })).toEqual([503, false]);
  });

  it('are checked after the limits on calls', async () => {
    const owner = await scene.system.user({ role: 'admin' });
    const { body: made } = await api(owner).post<Answer<{ id: string; key: string }>>('/admin/v1/keys', {
      name: 'Program',
      scopes: ['chat'],
      limits: { chat: '1/1h' },
    });
    await api(owner).call('PUT', `/admin/v1/budgets/key/${made.data.id}`, {
      body: { unit: 'tokens', hard: 0 },
    });
    const program = api({ authorization: { authorization: `Bearer ${made.data.key}` } });
    const ask = () => program.post('chat', aPrompt('Hello'));
    expect(await ask()).toMatchObject({ status: 429, body: { message: expect.stringContaining('budget') } });
    expect(await ask()).toMatchObject({
      status: 429,
      body: { message: expect.not.stringContaining('budget') },
    });
  });
});
