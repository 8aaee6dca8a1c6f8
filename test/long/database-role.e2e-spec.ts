import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eventually, runProgramToEnd, type TestUser } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { startRunningSystem, upload, type RunningSystem } from '../support/running-system';

const PASSWORD = `only for'this\\test`;

/**
 * `docker/app-role.sql`: api, worker and command line with a role that an operator named. The suite of the default role covers
 * what it must not do.
 */
describe('a custom database role', () => {
  let running: RunningSystem;
  let owner: string;
  let roleUrl: string;

  beforeAll(async () => {
    running = await startRunningSystem({ RETENTION_CHATS: '30d', RETENTION_JOBS: '7d' }, [], []);
    const { system } = running;
    owner = system.ownerUrl;
    const role = `app_${randomUUID().replaceAll('-', '')}`;
    roleUrl = Object.assign(new URL(owner), { username: role, password: PASSWORD }).toString();
    // The script creates the role, and operators run it with every release.
    const asOwner = { ...system.api.env, DATABASE_URL: roleUrl, DATABASE_OWNER_URL: owner };
    for (const _ of ['first', 'next']) await runProgramToEnd('dist/apps/cli/src/migrate.js', [], asOwner);
    // Both programs and every command share these settings.
    system.api.env.DATABASE_URL = roleUrl;
    delete system.api.env.DATABASE_OWNER_URL;
    await Promise.all([system.api.start(), system.worker.start()]);
  });
  afterAll(() => running.stop());

  const query = (sql: string, ...values: unknown[]) => running.system.db.query(sql, values);
  const gone = (table: string, id: string) =>
    eventually(async () => expect((await query(`SELECT FROM ${table} WHERE id = $1`, id)).rows).toEqual([]));
  const cli = async <T>(...args: string[]): Promise<T> =>
    JSON.parse(await running.system.cli([...args, '--json'])) as T;
  const auth = (path: string, body: object) =>
    new ApiClient(running.system).post<{ refreshToken: string }>(`/idm/v1/auth/${path}`, body);
  const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

  it('suffices for all that the api does: logins, chats, files, images, jobs, exports, deletions', async () => {
    const { system } = running;
    const user = await system.user();
    const api = new ApiClient(system, user);
    const { chatId, jobId } = await running.furnish(user);
    expect(await statusOf(auth('login', { userName: user.userName, password: 'wrong' }))).toBe(401);
    const { refreshToken } = (await auth('refresh', { refreshToken: user.refreshToken })).body;
    const range = { start_date: '0', end_date: '86400000' };
    for (const [status, answer] of [
      [200, api.get(`history/${chatId}`)],
      [200, api.get('sessions')],
      [200, api.post('rename-session', { session_id: chatId, new_name: 'Another' })],
      [200, api.post('get-token-usage', range)],
      [200, api.get('export')],
      [200, api.get(`job/${jobId}/result`)],
      [202, api.post(`job/${jobId}/redeliver`, {})],
    ] as const)
      expect(await statusOf(answer)).toBe(status);
    const loose = await upload(api, 'a.txt', 'Hello');
    for (const path of [`upload/${loose}`, `delete-session/${chatId}`, `job/${jobId}`])
      expect([path, await statusOf(api.delete(path))]).toEqual([path, 200]);
    expect(await statusOf(auth('logout', { refreshToken }))).toBe(200);
    expect(await statusOf(api.get('history'))).toBe(401);
  });

  it("suffices for the worker's own tasks: jobs, webhooks, retention, erasures", async () => {
    const user = await running.system.user();
    const { chatId, jobId } = await running.furnish(user);
    await query(`UPDATE chats SET last_used_at = now() - interval '31 days' WHERE id = $1`, chatId);
    await query(`UPDATE jobs SET finished_at = now() - interval '8 days' WHERE id = $1`, jobId);
    await gone('chats', chatId);
    await gone('jobs', jobId);
    const [{ id }] = (await query('SELECT id FROM users WHERE user_name = $1', user.userName)).rows as [
      { id: string },
    ];
    await query(
      'INSERT INTO erasures (user_id, organization_id, due_at) VALUES ($1, $2, now())',
      id,
      user.organizationId,
    );
    await eventually(async () =>
      expect((await query('SELECT FROM erasures WHERE user_id = $1 AND rounds = 1', id)).rows).toHaveLength(
        1,
      ),
    );
  });

  it('suffices for the operator commands except the one that prunes the trail, which says so', async () => {
    const { system } = running;
    const user: TestUser = await system.user();
    const { jobId } = await running.furnish(user);
    const organization = await cli<{ id: string }>('org', 'create', `Organization ${randomUUID()}`);
    await cli('org', 'grant', organization.id, 'anonymize');
    await cli('org', 'secret', organization.id, 'rotate');
    const made = ['user', 'create', `${randomUUID()}@company.example`, '--org', organization.id];
    await system.cli([...made, '--password-stdin'], 'correct horse battery staple\n');
    expect(await cli('job', 'show', jobId)).toMatchObject({ job_id: jobId, status: 'completed' });
    expect(await cli('keys', 'rotate')).toMatchObject({ left: 0 });
    await cli('user', 'export', user.userName, '--out', join(system.dataDir, 'export.zip'));
    expect(await cli('user', 'erase', user.userName)).toMatchObject({ chats: 1, jobs: 1, users: 1 });
    const entries = await cli<{ action: string }[]>('audit', 'list', '--limit', '1000');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['login', 'model.call', 'user.export', 'user.erase']),
    );
    for (const report of await cli<{ intact: boolean }[]>('audit', 'verify'))
      expect(report.intact).toBe(true);
    await expect(system.cli(['audit', 'prune', '--before', new Date().toISOString()])).rejects.toThrow(
      /ended with 1: DATABASE_OWNER_URL: its role, [^\n]+ lacks the rights for this; [^\n]+\n$/,
    );
  });

  it('caused no error in the logs', () => {
    for (const { output } of [running.system.api, running.system.worker]) {
      expect(output).toContain('"event"');
      expect(output.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    }
  });

  it('leaves reading the trail to its owner', async () => {
    running.system.api.env.DATABASE_OWNER_URL = owner;
    const entries = await cli<{ action: string }[]>('audit', 'list', '--limit', '1000');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['login', 'logout', 'chat.delete', 'job.result', 'user.export', 'user.erase']),
    );
  });
});
