import { randomUUID } from 'node:crypto';
import type { ApiAnswer, Caller } from '../../support/api-client';
import type { Operation } from '../open-api';
import type { Scene } from '../scene';
import { newAdmin } from './as-admin';
import { UNKNOWN_ID, type Recipe } from './recipe';

const BASE = '/idm/v1/scim/v2';
const newName = (): string => `${randomUUID()}@company.example`;
const USER = {
  externalId: '00u1a2b3c4',
  displayName: 'Anna Schmidt',
  name: { givenName: 'Anna', familyName: 'Schmidt' },
};

/** An organization with a key for provisioning, a user that it has created, and a group with this user. */
interface Provisioned {
  admin: string;
  user: string;
  group: string;
  key: Caller;
  call(method: string, path: string, body?: object): Promise<ApiAnswer>;
}

async function provisioned(scene: Scene): Promise<Provisioned> {
  const { admin, call: asAdmin } = await newAdmin(scene);
  const key = await asAdmin('POST', '/admin/v1/keys', { name: 'Identity provider', scopes: ['scim'] });
  const { data } = key.body as { data: { key: string } };
  const caller = { authorization: { authorization: `Bearer ${data.key}` } };
  const call = (method: string, path: string, body?: object) =>
    scene.call(method, path, { user: caller, ...(body && { body }) });
  const made = await call('POST', `${BASE}/Users`, { ...USER, userName: newName() });
  const id = String(made.body.id);
  const group = await call('POST', `${BASE}/Groups`, {
    externalId: '00g1a2b3c4',
    displayName: 'Legal',
    members: [{ value: id }],
  });
  return { admin: admin.id, user: id, group: String(group.body.id), key: caller, call };
}

type Prepared = { values?: string[]; body?: object; query?: string };

/** Sends the operation's request with the key of a new organization. */
const asProvider =
  (prepare: (made: Provisioned, scene: Scene) => Prepared = () => ({})): Recipe =>
  async (scene, operation: Operation) => {
    const made = await provisioned(scene);
    const { values = [], body, query = '' } = prepare(made, scene);
    const sent = operation.bodyTypes.length > 0 ? { ...operation.request, ...body } : undefined;
    return made.call(operation.method, operation.at(...values) + query, sent);
  };

const aUser = (body: object = {}) => asProvider(({ user }) => ({ values: [user], body }));
const aGroup = (body: (made: Provisioned) => object = () => ({})) =>
  asProvider((made) => ({ values: [made.group], body: body(made) }));
const unknown = asProvider(() => ({ values: [UNKNOWN_ID], body: { userName: newName() } }));
const replaced = (body: object) => asProvider(({ user }) => ({ values: [user], body: { ...USER, ...body } }));
const FAULTS: Record<number, Recipe> = {
  413: asProvider(() => ({ body: { displayName: 'x'.repeat(8 * 1024 ** 2) } })),
  415: async (scene, operation) => {
    const { key: user } = await provisioned(scene);
    const headers = { 'content-type': 'text/plain' };
    return scene.call(operation.method, operation.at(), { user, body: '{}', headers });
  },
};
const members = ({ user }: Provisioned) => ({ externalId: '00g1a2b3c4', members: [{ value: user }] });
const replacing = (body: object) => ({ Operations: [{ op: 'replace', ...body }] });
const takenName: Recipe = async (scene) => {
  const made = await provisioned(scene);
  const { body } = await made.call('GET', `${BASE}/Users/${made.admin}`);
  const operation = { op: 'replace', path: 'userName', value: body.userName };
  return made.call('PATCH', `${BASE}/Users/${made.user}`, { Operations: [operation] });
};
const takenByPut: Recipe = async (scene) => {
  const made = await provisioned(scene);
  const { body } = await made.call('GET', `${BASE}/Users/${made.admin}`);
  return made.call('PUT', `${BASE}/Users/${made.user}`, { userName: body.userName });
};
const takenGroup =
  (method: 'PUT' | 'PATCH'): Recipe =>
  async (scene) => {
    const made = await provisioned(scene);
    await made.call('POST', `${BASE}/Groups`, { displayName: 'Other' });
    const body =
      method === 'PUT' ? { displayName: 'Other' } : replacing({ path: 'displayName', value: 'Other' });
    return made.call(method, `${BASE}/Groups/${made.group}`, body);
  };
const takenUser: Recipe = async (scene) => {
  const made = await provisioned(scene);
  const { body } = await made.call('GET', `${BASE}/Users/${made.user}`);
  return made.call('POST', `${BASE}/Users`, { userName: body.userName });
};
/** Creates a resource after the earlier one has given its name and external id away. */
const createdUser: Recipe = async (scene, { request }) => {
  const { call, user } = await provisioned(scene);
  await call('PUT', `${BASE}/Users/${user}`, { userName: newName() });
  return call('POST', `${BASE}/Users`, { ...request, userName: newName() });
};
const createdGroup: Recipe = async (scene, { request }) => {
  const { call, group, user } = await provisioned(scene);
  await call('PUT', `${BASE}/Groups/${group}`, { displayName: 'Other' });
  return call('POST', `${BASE}/Groups`, { ...request, members: [{ value: user }] });
};
const onlyUser = asProvider(({ user }) => ({ query: `?filter=${encodeURIComponent(`id eq "${user}"`)}` }));

/** Recipes for SCIM. Each uses its own organization. */
export const SCIM_RECIPES: Record<string, Record<number, Recipe>> = {
  [`GET ${BASE}/ServiceProviderConfig`]: { 200: asProvider() },
  [`GET ${BASE}/ResourceTypes`]: { 200: asProvider() },
  [`GET ${BASE}/Schemas`]: { 200: asProvider() },
  [`GET ${BASE}/Users`]: { 200: onlyUser, 400: asProvider(() => ({ query: '?filter=x' })) },
  [`POST ${BASE}/Users`]: {
    201: createdUser,
    400: asProvider(() => ({ body: { userName: 'anna' } })),
    409: takenUser,
    ...FAULTS,
  },
  [`GET ${BASE}/Users/{user_id}`]: { 200: aUser(), 404: unknown },
  [`PUT ${BASE}/Users/{user_id}`]: {
    200: replaced({ userName: newName() }),
    400: replaced({ userName: 'anna' }),
    404: unknown,
    409: takenByPut,
    ...FAULTS,
  },
  [`PATCH ${BASE}/Users/{user_id}`]: {
    200: aUser(replacing({ path: 'active', value: true })),
    400: aUser({ Operations: [{ op: 'move' }] }),
    404: unknown,
    409: takenName,
    ...FAULTS,
  },
  [`DELETE ${BASE}/Users/{user_id}`]: {
    404: unknown,
    409: asProvider(({ admin }) => ({ values: [admin] })),
  },
  [`GET ${BASE}/Groups`]: { 200: asProvider(), 400: asProvider(() => ({ query: '?filter=x' })) },
  [`POST ${BASE}/Groups`]: {
    201: createdGroup,
    400: asProvider(() => ({ body: { displayName: '' } })),
    409: asProvider(() => ({ body: { displayName: 'Legal' } })),
    ...FAULTS,
  },
  [`GET ${BASE}/Groups/{group_id}`]: { 200: aGroup(), 404: unknown },
  [`PUT ${BASE}/Groups/{group_id}`]: {
    200: aGroup(members),
    400: aGroup(() => ({ displayName: '' })),
    404: unknown,
    409: takenGroup('PUT'),
    ...FAULTS,
  },
  [`PATCH ${BASE}/Groups/{group_id}`]: {
    400: aGroup(() => ({ Operations: [{ op: 'add', path: 'members', value: ['nobody'] }] })),
    404: unknown,
    409: takenGroup('PATCH'),
    ...FAULTS,
  },
  [`DELETE ${BASE}/Groups/{group_id}`]: { 404: unknown },
};
