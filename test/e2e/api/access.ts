import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId, ROLES, SCOPES } from '@app/common';
import { cellsOf, type AccessCell, type TestUser } from '@app/testing';
import { ApiClient, type Caller } from '../../support/api-client';
import { aPrompt } from '../../support/chat';
import { useApi } from './scene';

const cells = cellsOf(readFileSync(join(__dirname, '../../../docs/reference/access.md'), 'utf8'));
const REFUSED = new Set([401, 403]);

interface Made {
  data: { id: string; key: string };
}
interface Listed<T> {
  data: T[];
  next_cursor: string | null;
}

const scene = useApi();

describe('access to endpoints', () => {
  let admin: TestUser;
  /** Callers, by column of the access tables. */
  const callers: Record<string, Caller | undefined> = {};

  beforeAll(async () => {
    admin = await scene.system.user({ role: 'admin' });
    callers.admin = admin;
    for (const role of ['member', 'auditor'] as const)
      callers[role] = await scene.system.user({ role, organizationId: admin.organizationId });
    for (const scope of SCOPES) callers[scope] = bearer((await makeKey(admin, [scope], {}, '/admin/v1')).key);
  });

  const bearer = (token: string): Caller => ({ authorization: { authorization: `Bearer ${token}` } });
  const api = (caller?: Caller) => new ApiClient(scene.system, caller);
  const makeKey = async (owner: TestUser, scopes: readonly string[], more: object = {}, base = '/idm/v1') => {
    const { status, body } = await api(owner).post<Made>(`${base}/keys`, { name: 'Test', scopes, ...more });
    expect({ status, body }).toMatchObject({ status: 200 });
    return body.data;
  };
  const statusOf = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

  const call = ({ endpoint }: AccessCell, caller: Caller | undefined): Promise<number> => {
    const [method, path] = endpoint.split(' ') as [string, string];
    const address = path.replaceAll(/\{\w+\}/g, newId());
    return statusOf(api(caller).call(method, address, method === 'GET' ? {} : { body: {} }));
  };

  it.each(['no token', ...ROLES, ...SCOPES])(
    'each endpoint answers a caller with %s as the access tables say [SEC-3]',
    async (column) => {
      const tried = cells.filter((cell) => cell.column === column);
      expect(tried.length).toBeGreaterThan(40);
      for (const cell of tried) {
        const status = await call(cell, callers[column]);
        expect({ ...cell, allowed: !REFUSED.has(status), status }).toEqual({ ...cell, status });
      }
    },
  );

  it('a key is limited to its scopes, whatever the role of its owner [SEC-61]', async () => {
    const all = bearer((await makeKey(admin, SCOPES, {}, '/admin/v1')).key);
    const scoped = cells.filter(({ column }) => (SCOPES as readonly string[]).includes(column));
    for (const endpoint of new Set(scoped.map((cell) => cell.endpoint))) {
      const allowed = scoped.some((cell) => cell.endpoint === endpoint && cell.allowed);
      const status = await call({ endpoint, column: 'all', allowed }, all);
      expect({ endpoint, allowed: !REFUSED.has(status) }).toEqual({ endpoint, allowed });
    }
  });

  it('a new user gets a one-time password, which only allows changing it [SEC-68]', async () => {
    const userName = `new-${newId()}@company.example`;
    const made = await api(admin).post<{ data: { user: { id: string }; one_time_password: string } }>(
      '/admin/v1/users',
      { user_name: userName, role: 'auditor' },
    );
    const { user, one_time_password: password } = made.body.data;
    const auth = (path: string, body: object) =>
      api().post<{ errorMessage: string; jwtToken: string; message: string }>(`/idm/v1/auth/${path}`, body);
    expect(await auth('login', { userName, password })).toMatchObject({
      status: 401,
      body: { errorMessage: 'Password change required' },
    });
    const newPassword = 'correct horse battery';
    for (const wrong of [{ password: 'wrong' }, { newPassword: 'short' }, { newPassword: password }])
      expect((await auth('password', { userName, password, newPassword, ...wrong })).status).toBeGreaterThan(
        399,
      );
    const changed = await auth('password', { userName, password, newPassword });
    expect(changed).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/an admin .* reset/) },
    });
    expect(await statusOf(auth('password', { userName, password, newPassword }))).toBe(401);
    const { body } = await auth('login', { userName, password: newPassword });
    const token = bearer(body.jwtToken);
    expect(await statusOf(api(token).get('/admin/v1/jobs'))).toBe(200);

    const path = `/admin/v1/users/${user.id}`;
    await api(admin).call('PATCH', path, { body: { role: 'member' } });
    expect(await statusOf(api(token).get('/admin/v1/jobs'))).toBe(403);
    expect(await statusOf(api(admin).post(`${path}/password`))).toBe(200);
    expect(await statusOf(api(token).get('history'))).toBe(401);
    expect(await statusOf(api(admin).delete(path))).toBe(202);
    const { rows } = await scene.system.db.query('SELECT FROM erasures WHERE user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
  });

  it('the last admin of an organization cannot be demoted, deactivated or deleted', async () => {
    const path = `/admin/v1/users/${admin.id}`;
    for (const change of [{ role: 'member' }, { active: false }])
      expect(await statusOf(api(admin).call('PATCH', path, { body: change }))).toBe(409);
    expect(await statusOf(api(admin).delete(path))).toBe(409);
  });

  it('a name that another organization uses is rejected without revealing that', async () => {
    const other = await scene.system.user();
    const { status, body } = await api(admin).post('/admin/v1/users', { user_name: other.userName });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        success: false,
        message: 'user_name cannot be used; choose another one',
        response_code: 400,
        code: 'bad_request',
        errors: [{ field: 'user_name', message: 'cannot be used; choose another one' }],
      },
    });
  });

  it('lists are paginated by an opaque cursor', async () => {
    const { organizationId } = admin;
    const people = await Promise.all([1, 2, 3].map(() => scene.system.user({ organizationId })));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = `limit=2${cursor && `&cursor=${cursor}`}`;
      const page: Listed<{ id: string }> = (
        await api(admin).get<Listed<{ id: string }>>(`/admin/v1/users?${query}`)
      ).body;
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      for (const id of seen) expect(cursor ?? '').not.toContain(id);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
    for (const wrong of ['limit=0', 'limit=101', 'limit=a', 'cursor=a', `cursor=${newId()}`])
      expect([wrong, await statusOf(api(admin).get(`/admin/v1/users?${wrong}`))]).toEqual([wrong, 400]);
  });

  it("a key reaches its owner's resources, is shown once, and stops working as soon as it is revoked [SEC-6]", async () => {
    const owner = await scene.system.user();
    const { id, key } = await makeKey(owner, ['chat']);
    expect(key).toMatch(/^pck_[0-9A-Za-z]{22}_[0-9A-Za-z]{49}$/);
    expect(await statusOf(api(bearer(key)).get('history'))).toBe(200);
    const listed = await api(owner).get<Listed<object>>('/idm/v1/keys');
    const today = new Date().toISOString().slice(0, 10);
    expect(listed.body.data).toEqual([
      expect.objectContaining({ id, last_used_on: today, revoked_at: null }),
    ]);
    expect(JSON.stringify(listed.body)).not.toContain('pck_');
    expect(await statusOf(api(owner).delete(`/idm/v1/keys/${id}`))).toBe(200);
    const { status, headers, body } = await api(bearer(key)).get('history');
    expect({ status, body }).toEqual({
      status: 401,
      body: expect.objectContaining({ message: 'The API key is not valid or has expired; create a new one' }),
    });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it("a service account reaches its own chats and not its admin's [SEC-65]", async () => {
    const { key } = await makeKey(admin, ['chat'], {}, '/admin/v1');
    const asked = await api(bearer(key)).post<{ session_id: string }>('chat', aPrompt('Hello'));
    const path = `history/${asked.body.session_id}`;
    expect(asked.status).toBe(200);
    expect(await statusOf(api(bearer(key)).get(path))).toBe(200);
    expect(await statusOf(api(admin).get(path))).toBe(404);
  });
});
