import type { TestUser } from '@app/testing';
import type { Stage } from '../stage';
import { expectStatus } from './chats';

interface Made {
  data: { id: string; key: string; user: { id: string }; one_time_password: string; secret: string };
}

/** Manages users, groups, keys and limits as an admin, and lists jobs as an admin sees them. */
export async function playAdministration(stage: Stage): Promise<void> {
  const { plants, system } = stage;
  const { organizationId } = stage.user;
  const admin = await system.user({ role: 'admin', organizationId });
  const call = <T = Made>(method: string, path: string, body?: object) =>
    stage.call<T>(path, { method, user: admin, ...(body && { body }) });
  const done = async <T = Made>(method: string, path: string, body?: object, status = 200): Promise<T> =>
    (await expectStatus(status, call<T>(method, path, body))) as T;

  const person = await playPerson(stage, done);
  const name = plants.secret('group name');
  const group = `/admin/v1/groups/${(await done('POST', '/admin/v1/groups', { name })).data.id}`;
  await done('PATCH', group, { name: plants.secret('group name, changed'), limits: { chat: '500/1m' } });
  await done('PUT', `${group}/members/${person}`);
  for (const path of [`${group}/members`, '/admin/v1/groups', '/admin/v1/users', '/admin/v1/organization'])
    await done('GET', path);
  await done('PATCH', '/admin/v1/organization', { total_limits: { images: '900/1m' } });
  await playKeys(stage, admin);
  await playProvisioning(stage, admin);
  await playJobsOfAll(done);
  await playWebhook(stage, done);
  await expectStatus(400, call('POST', '/admin/v1/users', { user_name: plants.secret('refused user_name') }));
  await expectStatus(400, call('POST', '/admin/v1/groups', { name: plants.secret('group').repeat(20) }));
  await expectStatus(400, call('GET', `/admin/v1/users?cursor=${plants.secret('cursor')}`));
  await expectStatus(404, call('PATCH', `/admin/v1/users/${plants.secret('user_id')}`, {}));
  await done('DELETE', `${group}/members/${person}`);
  await done('DELETE', group);
  await done('DELETE', `/admin/v1/users/${person}`, undefined, 202);
}

/** Sets the organization's webhook for events, with a token in its address, and reads the audit trail. */
async function playWebhook({ plants, around }: Stage, done: Done): Promise<void> {
  const url = `${around.receiver.url}/${plants.secret('event webhook path')}?token=${plants.secret('event webhook token')}`;
  await done('PUT', '/admin/v1/webhook', { url, events: ['account.locked', 'delivery.exhausted'] });
  await done('GET', '/admin/v1/webhook');
  const sent = await done<{ data: { event_id: string } }>('POST', '/admin/v1/webhook/test', undefined, 202);
  await done('GET', `/admin/v1/webhook/events/${sent.data.event_id}`);
  await done('DELETE', '/admin/v1/webhook');
  await done(
    'PUT',
    '/admin/v1/webhook',
    { url: `http://${plants.secret('refused host')}.de/`, events: ['account.locked'] },
    400,
  );
  for (const path of [
    'audit',
    'audit/export?format=csv',
    'audit/verify',
    'privacy-report?month=2026-01',
    'single-sign-on',
    'single-sign-on/checks',
    'status',
  ])
    await done('GET', `/admin/v1/${path}`);
  await done('GET', `/admin/v1/audit?subject=${plants.secret('audit subject')}`);
}

type Done = <T = Made>(method: string, path: string, body?: object, status?: number) => Promise<T>;

/** Creates and changes a user, who then chooses their own password. @returns the user's id */
async function playPerson(stage: Stage, done: Done): Promise<string> {
  const { plants } = stage;
  const userName = plants.email('userName of a person', 'secret');
  const { user, one_time_password } = (await done('POST', '/admin/v1/users', { user_name: userName })).data;
  plants.add('secret', 'one-time password', one_time_password);
  await playInvitations(stage, done, user.id);
  await done('DELETE', `/admin/v1/users/${user.id}/second-factor`, undefined, 409);
  await done('PATCH', `/admin/v1/users/${user.id}`, { role: 'auditor', limits: { chat: '400/1m' } });
  const { data } = await done('POST', `/admin/v1/users/${user.id}/password`);
  const password = data.one_time_password;
  plants.add('secret', 'second one-time password', password);
  await expectStatus(401, stage.idm('login', { userName, password }));
  const newPassword = plants.secret('own password');
  await expectStatus(401, stage.idm('password', { userName, password: one_time_password, newPassword }));
  await expectStatus(200, stage.idm('password', { userName, password, newPassword }));
  return user.id;
}

/** Imports a person, and replaces passwords by invitations, and uses one of them. @param userId a user with a password */
async function playInvitations(stage: Stage, done: Done, userId: string): Promise<void> {
  const { plants } = stage;
  type Invited = { data: { link: string; user: { id: string } } };
  const tokenOf = (link: string): string => {
    const token = link.split('#invitation=')[1]!;
    plants.add('secret', 'invitation', token);
    return token;
  };
  const invited = await done<Invited>('POST', '/admin/v1/users/invite', {
    user_name: plants.email('userName of an invited person', 'secret'),
  });
  const newPassword = plants.secret('first password');
  const token = tokenOf(invited.data.link);
  for (const status of [200, 401])
    await expectStatus(status, stage.idm('invitation', { token, newPassword }));
  const again = await done<Invited>('POST', `/admin/v1/users/${userId}/invitation`);
  tokenOf(again.data.link);
  type Imported = { data: { users: { link: string; id: string }[] } };
  const users = [{ user_name: plants.email('userName of an imported person', 'secret') }];
  await done('POST', '/admin/v1/users/import', { users, preview: true });
  const imported = await done<Imported>('POST', '/admin/v1/users/import', { users });
  const [person] = imported.data.users;
  tokenOf(person!.link);
  for (const id of [invited.data.user.id, person!.id])
    await done('DELETE', `/admin/v1/users/${id}`, undefined, 202);
}

async function playKeys(stage: Stage, admin: TestUser): Promise<void> {
  for (const base of ['/idm/v1/keys', '/admin/v1/keys']) {
    const body = { name: stage.plants.secret(`key name below ${base}`), scopes: ['chat'] };
    const { data } = await expectStatus(200, stage.call<Made>(base, { body, user: admin }));
    stage.plants.add('secret', 'API key', data.key);
    stage.plants.add('secret', 'secret of an API key', data.key.slice(27));
    const program = { authorization: { authorization: `Bearer ${data.key}` } };
    await expectStatus(200, stage.ai('history', { user: program }));
    await expectStatus(200, stage.call(base, { user: admin }));
    await expectStatus(200, stage.call(`${base}/${data.id}`, { method: 'DELETE', user: admin }));
    await expectStatus(401, stage.ai('history', { user: program }));
  }
}

/** Provisions a user and a group as an identity provider does, and deletes both. */
async function playProvisioning(stage: Stage, admin: TestUser): Promise<void> {
  const { plants } = stage;
  const key = { name: plants.secret('key name of SCIM'), scopes: ['scim'] };
  const { data } = await expectStatus(200, stage.call<Made>('/admin/v1/keys', { body: key, user: admin }));
  plants.add('secret', 'API key', data.key);
  const user = { authorization: { authorization: `Bearer ${data.key}` } };
  const call = (method: string, path: string, body?: object) =>
    stage.call<{ id: string }>(`/idm/v1/scim/v2/${path}`, { method, user, ...(body && { body }) });
  const names = () => ({
    externalId: plants.secret('SCIM externalId'),
    displayName: plants.secret('SCIM displayName'),
    name: { givenName: plants.secret('SCIM givenName'), familyName: plants.secret('SCIM familyName') },
  });
  for (const path of ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])
    await expectStatus(200, call('GET', path));
  const userName = plants.email('userName of SCIM', 'secret');
  const person = await expectStatus(201, call('POST', 'Users', { userName, ...names() }));
  const group = await expectStatus(
    201,
    call('POST', 'Groups', { ...names(), members: [{ value: person.id }] }),
  );
  for (const [path, body] of [
    [`Users/${person.id}`, { userName, ...names() }],
    [`Groups/${group.id}`, { ...names(), members: [{ value: person.id }] }],
  ] as const) {
    await expectStatus(200, call('PUT', path, body));
    await expectStatus(200, call('GET', path));
    const value = { displayName: plants.secret('SCIM displayName, patched') };
    const status = path.startsWith('Users') ? 200 : 204;
    await expectStatus(status, call('PATCH', path, { Operations: [{ op: 'replace', value }] }));
  }
  for (const kind of ['Users', 'Groups']) {
    const filter = encodeURIComponent(`displayName eq "${plants.secret('filter of SCIM')}"`);
    await expectStatus(200, call('GET', `${kind}?filter=${filter}`));
  }
  await expectStatus(400, call('POST', 'Users', { userName: plants.secret('refused userName of SCIM') }));
  await expectStatus(204, call('DELETE', `Groups/${group.id}`));
  await expectStatus(204, call('DELETE', `Users/${person.id}`));
  await expectStatus(202, stage.call(`/admin/v1/users/${person.id}`, { method: 'DELETE', user: admin }));
}

async function playJobsOfAll(done: Done): Promise<void> {
  type Jobs = { data: { job_id: string; delivery: { host: string | null } | null }[] };
  const { data } = await done<Jobs>('GET', '/admin/v1/jobs?limit=100');
  const delivered = data.find(({ delivery }) => delivery?.host);
  if (!delivered) throw new Error('No job shows where its webhook goes to');
  await done('GET', `/admin/v1/jobs/${delivered.job_id}`);
  await done('POST', `/admin/v1/jobs/${delivered.job_id}/redeliver`, undefined, 202);
  for (const [method, path] of [
    ['GET', '/admin/v1/webhook-secret'],
    ['POST', '/admin/v1/webhook-secret/rotate'],
  ] as const)
    await done(method, path);
}
