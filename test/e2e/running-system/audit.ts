import { createHash } from 'node:crypto';
import { eventually, type TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { aPrompt, sendPrompt } from '../../support/chat';
import { Commands } from '../../support/commands';
import { useRunningSystem } from './scene';

interface Entry {
  id: string;
  actor: { kind: string; user_id: string | null };
  action: string;
  reason: string | null;
  subject: { type: string; id: string } | null;
  counts: Record<string, number> | null;
  model: string | null;
  seal: { chain: string; seq: number; hash: string } | null;
}
interface Page {
  data: Entry[];
  next_cursor: string | null;
}
interface Verified {
  message: string;
  data: {
    intact: boolean;
    known?: boolean;
    chains: { chain: string; entries: number; newest: { hash: string }; broken: object | null }[];
    unsealed: { count: number };
  };
}

const PROMPT = 'Write to Hans Müller, hans.mueller@company.example';

const running = useRunningSystem();

describe('the audit trail of an organization', () => {
  let admin: TestUser;
  let member: TestUser;
  let stranger: TestUser;
  const api = (user: TestUser): ApiClient => new ApiClient(running.system, user);
  const page = async (user: TestUser, query = ''): Promise<Page> =>
    (await api(user).get<Page>(`/admin/v1/audit?limit=100${query}`)).body;
  const nextPage = async (cursor: string): Promise<Page> =>
    (await api(admin).get<Page>(`/admin/v1/audit?limit=3${cursor && `&cursor=${cursor}`}`)).body;
  const verify = async (query = ''): Promise<Verified> =>
    (await api(admin).get<Verified>(`/admin/v1/audit/verify${query}`)).body;
  /** Reads all entries so far. */
  const sealed = () => eventually(async () => expect((await verify()).data.unsealed.count).toBe(0));

  beforeAll(async () => {
    const { system } = running;
    admin = await system.user({ role: 'admin' });
    const { organizationId } = admin;
    member = await system.user({ organizationId });
    stranger = await system.user({ role: 'admin' });
  });

  it('records every model call, of every endpoint and outcome, without its content', async () => {
    const client = api(member);
    await sendPrompt(client, PROMPT);
    await client
      .send('POST', 'chat', {
        body: aPrompt(PROMPT),
        headers: { accept: 'text/event-stream' },
      })
      .then((answer) => answer.text());
    const messages = [{ role: 'user', content: PROMPT }];
    await client.post('openai/v1/chat/completions', { model: 'test-model', messages });
    await client.post('generate-image', { prompt: 'Hans Müller on a bicycle' });
    const intercept = running.upstream.intercept;
    running.upstream.intercept = (_, response) => Boolean(response.writeHead(500).end());
    expect((await sendPrompt(client, PROMPT)).status).toBe(502);
    running.upstream.intercept = intercept;
    const { data } = await page(admin, '&action=model.call');
    // Chats name three kinds. Gateway calls and image prompts name none and hide all kinds.
    const some = { left_out_kinds: 14 };
    expect(data.map(({ reason, counts, model }) => ({ reason, counts, model }))).toEqual([
      { reason: 'failed', counts: { Names: 1, Emails: 1, ...some }, model: 'test-model' },
      { reason: null, counts: { Names: 1 }, model: expect.any(String) },
      { reason: null, counts: { Names: 1, Emails: 1 }, model: 'test-model' },
      { reason: null, counts: { Names: 1, Emails: 1, ...some }, model: 'test-model' },
      { reason: null, counts: { Names: 1, Emails: 1, ...some }, model: 'test-model' },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/Müller|company\.example/);
    for (const { actor } of data) expect(actor).toEqual({ kind: 'user', user_id: null });
    const reasonsOf = async (query: string) =>
      (await page(admin, `&action=model.call${query}`)).data.map(({ reason }) => reason);
    expect(await reasonsOf('&outcome=failed')).toEqual(['failed']);
    expect(new Set(await reasonsOf('&outcome=done'))).toEqual(new Set([null]));
    expect(await reasonsOf('&outcome=refused')).toEqual([]);
    // A filter by person must not say who called, either.
    expect(await reasonsOf(`&actor=${member.id}`)).toEqual([]);
    await new Commands(running.system).run(['org', 'usage-by-person', admin.organizationId, 'on']);
    for (const { actor } of (await page(admin, '&action=model.call')).data)
      expect(actor).toEqual({ kind: 'user', user_id: member.id });
    expect(await reasonsOf(`&actor=${member.id}`)).toHaveLength(5);
    expect(await reasonsOf(`&actor=${admin.id}`)).toEqual([]);
  });

  it('is paginated and filtered by time, action and subject, and hidden from other organizations', async () => {
    const { body } = await sendPrompt(api(member), 'Hello');
    await api(member).delete(`delete-session/${body.session_id}`);
    const [deletion] = (await page(admin, `&subject=${body.session_id}`)).data;
    expect(deletion).toMatchObject({
      action: 'chat.delete',
      actor: { kind: 'user', user_id: member.id },
      subject: { type: 'chat', id: body.session_id },
    });
    const all = (await page(admin)).data.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const part: Page = await nextPage(cursor);
      paged.push(...part.data.map(({ id }) => id));
      cursor = part.next_cursor;
    }
    expect(paged).toEqual(all);
    const theirs = (await page(stranger)).data.map(({ id }) => id);
    expect(theirs.filter((id) => all.includes(id))).toEqual([]);
    expect((await page(stranger, `&subject=${body.session_id}`)).data).toEqual([]);
    for (const wrong of [
      'cursor=x',
      'since=yesterday',
      'since=2026-01-01T00:00',
      'until=2026-13-01T00:00:00Z',
      'subject=%00',
      'outcome=undone',
      'actor=x',
    ])
      expect([wrong, (await api(admin).get(`/admin/v1/audit?${wrong}`)).status]).toEqual([wrong, 400]);
  });

  it('is exported with all fields that its hashes cover', async () => {
    await sealed();
    const { bytes, headers } = await api(admin).call('GET', '/admin/v1/audit/export');
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    const lines = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.length).toBeGreaterThan(6);
    for (const { hash, user_id: _user, ...line } of lines) {
      const inOrder = Object.fromEntries(Object.entries(line).sort(([a], [b]) => (a < b ? -1 : 1)));
      expect(createHash('sha256').update(JSON.stringify(inOrder)).digest('hex')).toBe(hash);
    }
    const csv = (await api(admin).call('GET', '/admin/v1/audit/export?format=csv')).bytes.toString();
    expect(csv.split('\r\n')).toHaveLength(lines.length + 2);
    expect((await api(admin).get('/admin/v1/audit/export?format=xml')).status).toBe(400);
  });

  it('verifies, recognizes a logged hash, and is reported as broken after one byte changed by SQL', async () => {
    await sealed();
    const before = await verify();
    expect(before.data).toMatchObject({ intact: true, chains: [{ broken: null }, { broken: null }] });
    const { hash } = before.data.chains[1]!.newest;
    expect((await verify(`?hash=${hash}`)).data.known).toBe(true);
    expect((await verify(`?hash=${'0'.repeat(64)}`)).data.known).toBe(false);
    // The metrics have the first 13 digits.
    const byDigits = [
      'audit',
      'verify',
      '--org',
      admin.organizationId,
      '--hash',
      hash.slice(0, 13),
      '--json',
    ];
    expect(JSON.parse(await running.system.cli(byDigits))).toEqual([
      expect.objectContaining({ known: true }),
    ]);
    const verified = await new Commands(running.system).json([
      'audit',
      'verify',
      '--org',
      admin.organizationId,
    ]);
    expect(verified).toEqual([expect.objectContaining({ intact: true, chains: before.data.chains })]);
    const db = running.system.db;
    const { rows } = await db.query<{ entry_id: string }>(
      `SELECT entry_id FROM audit_seals WHERE organization_id = $1 AND chain = 'calls' AND seq = 2`,
      [admin.organizationId],
    );
    await db.query('ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only');
    await db.query(`UPDATE audit_events SET model = 'test-modem' WHERE id = $1`, [rows[0]!.entry_id]);
    await db.query('ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only');
    const after = await verify();
    expect(after.message).toBe('The audit trail is broken');
    expect(after.data.intact).toBe(false);
    expect(after.data.chains[1]).toMatchObject({
      entries: 1,
      broken: { seq: 2, entry_id: rows[0]!.entry_id, reason: 'changed' },
    });
    await expect(running.system.cli(['audit', 'verify', '--org', admin.organizationId])).rejects.toThrow(
      'ended with 1',
    );
  });

  it('is reported by a metric of the workers and an hourly line of their log', async () => {
    const text = await (
      await fetch(`http://127.0.0.1:${running.system.worker.env.WORKER_PORT}/metrics`)
    ).text();
    const label = `organization="${admin.organizationId}",chain="calls"`;
    expect(text).toMatch(new RegExp(`^audit_chain_entries\\{${label}\\} [1-9]`, 'm'));
    expect(text).toMatch(new RegExp(`^audit_chain_head\\{${label}\\} \\d{10,16}$`, 'm'));
    await running.system.worker.stop();
    await running.system.worker.start();
    await eventually(() =>
      expect(running.system.worker.output).toMatch(/"event":"audit\.chain".*"hash":"[\da-f]{64}"/),
    );
  });
});

describe("an organization's webhook for events", () => {
  it('is set, read and removed by admins, and is notified that a user was locked out', async () => {
    const { system, receiver } = running;
    const admin = await system.user({ role: 'admin' });
    const { userName, id } = await system.user({ organizationId: admin.organizationId });
    const api = new ApiClient(system, admin);
    const webhook = { url: `${receiver.url}/events`, events: ['account.locked'] };
    expect((await api.get('/admin/v1/webhook')).status).toBe(404);
    for (const wrong of [{ url: 'http://10.0.0.1/' }, { events: [] }, { events: ['login'] }])
      expect((await api.call('PUT', '/admin/v1/webhook', { body: { ...webhook, ...wrong } })).status).toBe(
        400,
      );
    expect((await api.call('PUT', '/admin/v1/webhook', { body: webhook })).body).toMatchObject({
      data: webhook,
    });
    expect((await api.get('/admin/v1/webhook')).body).toMatchObject({ data: webhook });
    for (let i = 0; i < 4; i += 1)
      await new ApiClient(system).post('/idm/v1/auth/login', { userName, password: 'wrong' });
    await eventually(() =>
      expect(receiver.webhooks.filter(({ path }) => path === '/events').map(({ body }) => body)).toEqual([
        {
          type: 'account.locked',
          id: expect.any(String),
          at: expect.any(String),
          organization_id: admin.organizationId,
          data: { user_id: id },
        },
      ]),
    );
    expect((await api.delete('/admin/v1/webhook')).status).toBe(200);
    expect((await api.delete('/admin/v1/webhook')).status).toBe(404);
  });
});
