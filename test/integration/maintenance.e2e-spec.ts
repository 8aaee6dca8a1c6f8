import { eventually, startSystem, startUpstream, type TestSystem, type Upstream } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { aPrompt } from '../support/chat';
import { Commands } from '../support/commands';

interface Maintenance {
  maintenance: string;
  running_jobs: number;
}

describe('maintenance', () => {
  let upstream: Upstream;
  let system: TestSystem;
  let commands: Commands;

  beforeAll(async () => {
    upstream = await startUpstream();
    system = await startSystem({ LLM_BASE_URL: upstream.baseUrl });
    commands = new Commands(system);
  });
  afterAll(async () => {
    await system?.stop();
    await upstream?.stop();
  });

  const followed = (code: string | null) =>
    eventually(async () => {
      const user = await system.user();
      expect(
        (await new ApiClient(system, user).post('chat', aPrompt('Hello'))).headers.get('x-error-code'),
      ).toBe(code);
    });

  it('lets users read, log out and delete, admins deactivate, and waits with everything else', async () => {
    const [admin, user] = [await system.user({ role: 'admin' }), await system.user()];
    const api = new ApiClient(system, user);
    const chat = await api.post<{ chat_id: string }>('chat', aPrompt('Hello'));
    expect(chat.status).toBe(200);
    const other = await system.user({ organizationId: admin.organizationId });
    const key = await new ApiClient(system, admin).post<{ data: { key: string } }>('/admin/v1/keys', {
      name: 'Identity provider',
      scopes: ['scim'],
    });
    const provider = new ApiClient(system, {
      authorization: { authorization: `Bearer ${key.body.data.key}` },
    });
    const person = { userName: 'anna.schmidt@company.example', name: { givenName: 'Anna' } };
    const { body: provisioned } = await provider.post<{ id: string }>('/idm/v1/scim/v2/Users', person);
    // Her own name is none of the provider's attributes.
    await system.db.query('UPDATE user_profiles SET chosen_name = $2 WHERE user_id = $1', [
      provisioned.id,
      'Anni',
    ]);
    expect(await commands.json<Maintenance>(['maintenance', 'on', '--wait'])).toMatchObject({
      maintenance: 'on',
      running_jobs: 0,
    });
    await followed('maintenance');

    const refused = await api.post<{ code: string }>('chat', aPrompt('Hello'));
    expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await api.get('sessions')).status).toBe(200);
    const change = (body: object) =>
      new ApiClient(system, admin).call('PATCH', `/admin/v1/users/${other.id}`, { body });
    expect((await change({ role: 'auditor' })).status).toBe(503);
    expect((await change({ active: false })).status).toBe(200);
    const replace = (body: object) =>
      provider.call('PUT', `/idm/v1/scim/v2/Users/${provisioned.id}`, { body });
    expect((await replace({ ...person, name: { givenName: 'Anne' }, active: false })).status).toBe(503);
    expect((await replace({ ...person, active: true })).status).toBe(503);
    expect((await replace({ ...person, active: false })).status).toBe(200);
    const ready = await fetch(`http://127.0.0.1:${system.api.env.PORT}/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'ready', maintenance: true });

    await commands.json(['maintenance', 'off']);
    await followed(null);
  });
});
