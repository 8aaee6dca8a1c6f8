import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@app/common';
import type { TestUser } from '@app/testing';
import { ApiClient, type ApiAnswer, type Caller } from '../../support/api-client';
import { useApi } from './scene';

/** A request that an identity provider sends, with ids of earlier answers in braces, and parts of the answer. */
interface Step {
  it: string;
  send: string;
  body?: object;
  status: number;
  has?: object;
  lacks?: string[];
  /** The name of the id in the answer. */
  keep?: string;
}

const scene = useApi();
const sequence = (name: string): Step[] =>
  JSON.parse(readFileSync(join(__dirname, '../../fixtures/scim', `${name}.json`), 'utf8')) as Step[];
const PATCH = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'] };

/** Creates an organization with a key for provisioning. */
async function anOrganization(): Promise<{ admin: TestUser; scim: Caller }> {
  const admin = await scene.system.user({ role: 'admin' });
  const { body } = await new ApiClient(scene.system, admin).post<{ data: { key: string } }>(
    '/admin/v1/keys',
    {
      name: 'Identity provider',
      scopes: ['scim'],
    },
  );
  return { admin, scim: { authorization: { authorization: `Bearer ${body.data.key}` } } };
}

const call = (caller: Caller, method: string, path: string, body?: object): Promise<ApiAnswer> =>
  new ApiClient(scene.system, caller).call(method, `/idm/v1/scim/v2/${path}`, {
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/scim+json' } }),
  });
const aName = (): string => `${newId()}@firma.example`;
const create = async (caller: Caller, more: object = {}): Promise<string> => {
  const { status, body } = await call(caller, 'POST', 'Users', { userName: aName(), ...more });
  expect(status).toBe(201);
  return String(body.id);
};

describe.each(['entra-id', 'okta'])('the requests of the SCIM validator of %s', (name) => {
  let scim: Caller;
  const ids: Record<string, string> = {};
  const filled = (text: string): string => text.replaceAll(/\{(user|group)\}/g, (_, id: string) => ids[id]!);

  beforeAll(async () => {
    ({ scim } = await anOrganization());
  });

  it.each(sequence(name))('$it', async ({ send, body, status, has = {}, lacks = [], keep }) => {
    const [method, path] = filled(send).split(/ (.*)/) as [string, string];
    const sent = body && (JSON.parse(filled(JSON.stringify(body))) as object);
    const answer = await call(scim, method, encodeURI(path), sent);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      JSON.parse(filled(JSON.stringify(has))) as object,
    ]);
    for (const attribute of lacks) expect(answer.body).not.toHaveProperty(attribute);
    if (status !== 204) expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    if (keep) ids[keep] = String(answer.body.id);
    if (status === 201)
      expect(answer.headers.get('location')).toMatch(new RegExp(`/scim/v2/\\w+/${ids[keep!]}$`));
  });
});

describe('SCIM', () => {
  it('ends the logins and keys of a deactivated user at once [SEC-154]', async () => {
    const { admin, scim } = await anOrganization();
    const member = await scene.system.user({ organizationId: admin.organizationId });
    const api = new ApiClient(scene.system, member);
    expect((await api.get('history')).status).toBe(200);
    const operation = { op: 'Replace', path: 'active', value: 'False' };
    await call(scim, 'PATCH', `Users/${member.id}`, { ...PATCH, Operations: [operation] });
    expect((await api.get('history')).status).toBe(401);
  });

  it('keeps the name that a user has chosen, and shows its own name while it sets one', async () => {
    const { admin, scim } = await anOrganization();
    const member = await scene.system.user({ organizationId: admin.organizationId });
    const { id, userName } = member;
    const user = new ApiClient(scene.system, member);
    await user.call('PUT', '/idm/v1/profile', { body: { display_name: 'Anni' } });
    const ownName = async () => (await user.get<{ data: object }>('/idm/v1/profile')).body.data;
    const { body: replaced } = await call(scim, 'PUT', `Users/${id}`, { userName });
    expect(replaced).not.toHaveProperty('displayName');
    expect(await ownName()).toEqual({ display_name: 'Anni', managed: false });
    await call(scim, 'PUT', `Users/${id}`, { userName, displayName: 'Anna Schmidt' });
    expect(await ownName()).toEqual({ display_name: 'Anna Schmidt', managed: true });
    expect((await user.call('PUT', '/idm/v1/profile', { body: { display_name: 'Anni' } })).status).toBe(409);
  });

  it('keeps the last admin of an organization', async () => {
    const { admin, scim } = await anOrganization();
    expect(await call(scim, 'DELETE', `Users/${admin.id}`)).toMatchObject({
      status: 409,
      body: { status: '409', detail: expect.stringContaining('only admin') },
    });
  });

  it('does not rename an admin who logs in with a password', async () => {
    const { admin, scim } = await anOrganization();
    expect(await call(scim, 'PUT', `Users/${admin.id}`, { userName: aName() })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('admin with a password') },
    });
    expect((await call(scim, 'PUT', `Users/${admin.id}`, { userName: admin.userName })).status).toBe(200);
  });

  it('finds, changes and reveals no user or group of another organization [SEC-155]', async () => {
    const [ours, theirs] = [await anOrganization(), await anOrganization()];
    const userName = aName();
    const user = await create(theirs.scim, { userName, externalId: 'same' });
    const { body: group } = await call(theirs.scim, 'POST', 'Groups', { displayName: 'Theirs' });
    const unknown = newId();
    for (const [kind, id] of [
      ['Users', user],
      ['Groups', String(group.id)],
    ] as const)
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { userName: aName(), displayName: 'Ours' }],
        ['PATCH', { Operations: [{ op: 'replace', path: 'displayName', value: 'Ours' }] }],
        ['DELETE', undefined],
      ] as const) {
        const [answer, other] = [
          await call(ours.scim, method, `${kind}/${id}`, body),
          await call(ours.scim, method, `${kind}/${unknown}`, body),
        ];
        expect([answer.status, answer.body]).toEqual([404, other.body]);
      }
    for (const filter of [`userName eq "${userName}"`, 'externalId eq "same"', `id eq "${user}"`]) {
      const found = await call(ours.scim, 'GET', `Users?filter=${encodeURIComponent(filter)}`);
      expect(found.body).toMatchObject({ totalResults: 0 });
    }
    expect(await call(ours.scim, 'POST', 'Users', { userName })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: expect.not.stringMatching(/exists|taken/) },
    });
    const { body: own } = await call(ours.scim, 'POST', 'Groups', { displayName: 'Theirs' });
    const members = { Operations: [{ op: 'add', path: 'members', value: [{ value: user }] }] };
    expect((await call(ours.scim, 'PATCH', `Groups/${String(own.id)}`, members)).status).toBe(400);
  });

  it('is open to keys of the organization alone, which only an admin creates [SEC-156]', async () => {
    const { admin } = await anOrganization();
    const body = { name: 'Mine', scopes: ['scim'] };
    expect((await new ApiClient(scene.system, admin).post('/idm/v1/keys', body)).status).toBe(400);
    expect(await call(admin, 'GET', 'Users')).toMatchObject({ status: 403, body: { status: '403' } });
    const wrong = { authorization: { authorization: 'Bearer pck_wrong' } };
    expect(await call(wrong, 'GET', 'Users')).toMatchObject({ status: 401, body: { status: '401' } });
  });

  it('removes only members that it has added, and an admin can take them over', async () => {
    const { admin, scim } = await anOrganization();
    const [added, own] = [await create(scim), await create(scim)];
    const { body: group } = await call(scim, 'POST', 'Groups', {
      displayName: 'Legal',
      members: [{ value: added }],
    });
    const path = `/admin/v1/groups/${String(group.id)}/members`;
    const api = new ApiClient(scene.system, admin);
    await api.call('PUT', `${path}/${own}`);
    type Members = { data: { id: string; from_scim: boolean }[] };
    const members = async () =>
      (await api.get<Members>(path)).body.data.map(({ id, from_scim }) => [id, from_scim]);
    expect(await members()).toEqual([
      [added, true],
      [own, false],
    ]);
    const cleared = { displayName: 'Legal', members: [] };
    await call(scim, 'PUT', `Groups/${String(group.id)}`, cleared);
    expect(await members()).toEqual([[own, false]]);
    const adds = { Operations: [{ op: 'add', path: 'members', value: [{ value: own }] }] };
    await call(scim, 'PATCH', `Groups/${String(group.id)}`, adds);
    expect(await members()).toEqual([[own, true]]);
    await api.call('PUT', `${path}/${own}`);
    await call(scim, 'PUT', `Groups/${String(group.id)}`, cleared);
    expect(await members()).toEqual([[own, false]]);
  });

  it('returns a deleted user with the same external id when it creates them again, as a member', async () => {
    const { admin, scim } = await anOrganization();
    const users = new ApiClient(scene.system, admin);
    const userName = aName();
    const id = await create(scim, { userName, externalId: '7' });
    const raised = await users.call('PATCH', `/admin/v1/users/${id}`, { body: { role: 'admin' } });
    expect(raised.status).toBe(200);
    expect((await call(scim, 'DELETE', `Users/${id}`)).status).toBe(204);
    const found = await call(scim, 'GET', `Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    expect(found.body).toMatchObject({ totalResults: 0 });
    for (const other of [{}, { externalId: '8' }])
      expect((await call(scim, 'POST', 'Users', { userName, ...other })).status).toBe(409);
    expect(await create(scim, { userName, externalId: '7' })).toBe(id);
    expect((await call(scim, 'GET', `Users/${id}`)).body).toMatchObject({ active: true, externalId: '7' });
    const { body: listed } = await users.get<{ data: object[] }>('/admin/v1/users');
    expect(listed.data).toContainEqual(expect.objectContaining({ id, role: 'member' }));
  });

  it('lists users in pages, without service accounts', async () => {
    const { scim } = await anOrganization();
    for (let i = 0; i < 3; i += 1) await create(scim);
    const page = async (query: string) => (await call(scim, 'GET', `Users?${query}`)).body;
    const second = await page('startIndex=2&count=2&attributes=userName');
    expect(second).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 });
    const shown = second.Resources as { id: string }[];
    const all = (await page('')).Resources as { id: string }[];
    expect(shown.map(({ id }) => id)).toEqual(all.slice(1, 3).map(({ id }) => id));
    expect(Object.keys(shown[0]!).sort()).toEqual(['id', 'schemas', 'userName']);
    expect(await page('count=0')).toMatchObject({ totalResults: 4, Resources: [] });
    expect(await page('startIndex=100')).toMatchObject({ totalResults: 4, Resources: [] });
    expect(await page('startIndex=x')).toMatchObject({ status: '400', scimType: 'invalidValue' });
    expect(await page('filter=x')).toMatchObject({ status: '400', scimType: 'invalidFilter' });
  });

  it('records changes in the audit trail, by the account of the key', async () => {
    const { admin, scim } = await anOrganization();
    const id = await create(scim, { displayName: 'Anna' });
    const { body } = await new ApiClient(scene.system, admin).get<{
      data: { action: string; actor: { kind: string; user_id: string } }[];
    }>(`/admin/v1/audit?subject=${id}`);
    expect(body.data.map(({ action }) => action)).toEqual(['user.profile', 'user.create']);
    expect(body.data[0]!.actor).toMatchObject({ kind: 'user', user_id: expect.not.stringMatching(admin.id) });
  });
});
