import { randomUUID } from 'node:crypto';
import type { ListedAuditEvent } from '@app/audit';
import type { TestUser } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { readHistory, sendPrompt } from '../../support/chat';
import { Commands } from '../../support/commands';
import type { Belongings } from '../../support/running-system';
import { startOperator, type Operator } from '../../support/operator';
import { useRunningSystem } from './scene';

const running = useRunningSystem();
let operator: Operator;
let user: TestUser;
let api: ApiClient;
let belongings: Belongings;

const list: Operator['events'] = (filter) => operator.events(filter);
const cli = (...args: string[]): Promise<string> => new Commands(running.system).run(args);
const post = (path: string, body: object) =>
  new ApiClient(running.system).post<{ jwtToken: string; refreshToken: string }>(`/idm/v1/${path}`, body);

const OPERATOR = expect.stringMatching(/^operator ./);

describe('the audit trail', () => {
  beforeAll(async () => {
    operator = await startOperator(running.system);
    user = await running.system.user();
    api = new ApiClient(running.system, user);
    belongings = await running.furnish(user);
  });
  afterAll(() => operator?.stop());

  it('records logins, failed logins with their reason, a logout and a reused token [PRIV-106]', async () => {
    const { userName, password } = user;
    await post('auth/login', { userName, password: 'wrong password' });
    await post('auth/login', { userName: 'nobody-known@company.example', password });
    const { refreshToken } = (await post('auth/login', { userName, password })).body;
    await post('auth/refresh', { refreshToken });
    await post('auth/refresh', { refreshToken });
    await post('auth/logout', { refreshToken: user.refreshToken });
    const entries = (await list({ action: 'login', limit: 5 })).reverse();
    const address_hash = entries[0]!.address_hash;
    expect(address_hash).toMatch(/^[\w-]{43}$/);
    expect(entries.slice(1)).toEqual([
      expect.objectContaining({
        actor: 'nobody',
        outcome: 'refused',
        reason: 'wrong_password',
        address_hash,
      }),
      expect.objectContaining({ outcome: 'refused', reason: 'unknown_user', subject: null, address_hash }),
      expect.objectContaining({ actor: 'user', user: user.id, outcome: 'done', address_hash }),
      expect.objectContaining({ action: 'login.reuse', outcome: 'refused', subject: `user:${user.id}` }),
    ]);
    expect(await list({ action: 'logout' })).toEqual([
      expect.objectContaining({ actor: 'user', user: user.id }),
    ]);
    user = await relogin(user);
    api = new ApiClient(running.system, user);
  });

  const relogin = async (known: TestUser): Promise<TestUser> => {
    const { jwtToken } = (await post('auth/login', known)).body;
    return { ...known, token: jwtToken, authorization: { authorization: `Bearer ${jwtToken}` } };
  };

  it('records what a user did to chats, documents and jobs', async () => {
    const { chatId, documentId, jobId } = belongings;
    await api.get(`job/${jobId}/result`);
    await api.post(`job/${jobId}/redeliver`, {});
    await api.delete(`upload/${documentId}`);
    await api.delete(`delete-session/${chatId}`);
    const organization = user.organizationId;
    const expected = [
      ['job.result', `job:${jobId}`],
      ['job.redeliver', `job:${jobId}`],
      ['document.delete', `document:${documentId}`],
      ['chat.delete', `chat:${chatId}`],
    ];
    for (const [action, subject] of expected)
      expect(await list({ action: action!, subjectId: subject!.split(':')[1]! })).toEqual([
        expect.objectContaining({
          actor: 'user',
          user: user.id,
          outcome: 'done',
          action,
          subject,
          organization,
        }),
      ]);
  });

  it('records what an operator did, with the operating system account [PRIV-24]', async () => {
    const name = `Organization ${randomUUID()}`;
    const { id } = JSON.parse(await cli('org', 'create', name, '--json')) as { id: string };
    await cli('org', 'grant', id, 'transcribe');
    await cli('org', 'revoke', id, 'transcribe');
    await cli('org', 'secret', id, 'rotate');
    await cli('org', 'deactivate', id);
    await cli('job', 'show', belongings.jobId);
    const entries = JSON.parse(await cli('audit', 'list', '--org', id, '--json')) as ListedAuditEvent[];
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['organization.deactivate', null],
      ['secret.rotate', null],
      ['grant.revoke', 'transcribe'],
      ['grant.give', 'transcribe'],
      ['organization.create', null],
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({ actor: OPERATOR, subject: `organization:${id}`, outcome: 'done' });
    const [shown] = await list({ action: 'job.read', limit: 1 });
    expect(shown).toMatchObject({ actor: OPERATOR, subject: `job:${belongings.jobId}` });
  });

  it('contains no name, address, password or text of any user [PRIV-18]', async () => {
    const { rows } = await running.system.db.query('SELECT * FROM audit_events');
    const all = JSON.stringify(rows);
    for (const value of [
      user.userName,
      user.password,
      'nobody-known',
      'wrong password',
      '127.0.0.1',
      'Müller',
      belongings.fileName,
      'Organization',
    ])
      expect(all).not.toContain(value);
  });

  it.each([
    `UPDATE audit_events SET outcome = 'done'`,
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
    `INSERT INTO audit_events SELECT * FROM audit_events ON CONFLICT (id) DO UPDATE SET outcome = 'done'`,
  ])('refuses %s', async (statement) => {
    await expect(running.system.db.query(statement)).rejects.toThrow('audit_events is append-only');
  });

  it('is written together with the change or not at all [PRIV-19]', async () => {
    const { body } = await sendPrompt(api, 'Hello');
    await running.system.db.query('ALTER TABLE audit_events RENAME TO audit_events_away');
    try {
      expect((await api.delete(`delete-session/${body.session_id}`)).status).toBe(500);
      expect((await api.get(`job/${belongings.jobId}/result`)).status).toBe(500);
    } finally {
      await running.system.db.query('ALTER TABLE audit_events_away RENAME TO audit_events');
    }
    expect((await readHistory(api, body.session_id)).data.prompts).toHaveLength(1);
  });

  it('can be pruned only by the owner of the tables', async () => {
    const { env } = running.system.api;
    const { DATABASE_OWNER_URL: owner = '' } = env;
    delete env.DATABASE_OWNER_URL;
    try {
      await expect(
        running.system.cli(['audit', 'prune', '--before', new Date().toISOString()]),
      ).rejects.toThrow(
        /ended with 1: DATABASE_OWNER_URL: its role, [^\n]+ lacks the rights for this; [^\n]+\n$/,
      );
    } finally {
      env.DATABASE_OWNER_URL = owner;
    }
  });

  it("loses its oldest entries only by an operator's command, which leaves an entry", async () => {
    const before = await list({ limit: 1_000 });
    const cut = new Date().toISOString();
    expect(JSON.parse(await cli('audit', 'prune', '--before', cut, '--json'))).toEqual({
      pruned: before.length,
    });
    const told = await list({});
    for (const entry of told) expect(entry).toMatchObject({ actor: OPERATOR, action: 'audit.prune' });
    const pruned = told.map(({ counts }) => counts!.events!).reduce((sum, events) => sum + events, 0);
    expect(pruned).toBe(before.length);
    expect(JSON.parse(await cli('audit', 'verify', '--json'))).toEqual(
      expect.arrayContaining([expect.objectContaining({ intact: true })]),
    );
  });
});
