import { randomUUID } from 'node:crypto';
import { eventually } from '@app/testing';
import type { Operation } from '../open-api';
import type { Scene } from '../scene';
import { jobRequest } from '../story';
import { asAdmin, newAdmin, type Admin } from './as-admin';
import { asks, BODY_FAULTS, invalidJson, LONG_TEXT, UNKNOWN_ID, sends, type Recipe } from './recipe';

const noSuch = asks(() => [UNKNOWN_ID, UNKNOWN_ID]);
const wrongPage = (values: string[] = []) => asks(() => values, '?limit=0');
const LIMITS = { chat: '300/1m' };

const newName = (): string => `${randomUUID()}@company.example`;
const aPerson = ({ make }: Admin): Promise<string> => make('/admin/v1/users', { user_name: newName() });
const aGroup = ({ make }: Admin, name = 'Legal'): Promise<string> =>
  make('/admin/v1/groups', { name, limits: { chat: '120/1m' } });
const groupWithMember = async (made: Admin): Promise<string[]> => {
  const [group, person] = [await aGroup(made), await aPerson(made)];
  await made.call('PUT', `/admin/v1/groups/${group}/members/${person}`);
  return [group, person];
};

const KEY = { name: 'Nightly report', scopes: ['openai'], limits: { chat: '20/1m' } };
const aKey = ({ make }: Admin, base: string): Promise<string> => make(base, KEY);
/** Creates a key that was used today. */
const usedKey = (base: string) => async (made: Admin, scene: Scene) => {
  const { data } = (await made.call('POST', base, KEY)).body as { data: { key: string } };
  const authorization = { authorization: `Bearer ${data.key}` };
  await scene.call('GET', 'openai/v1/models', { user: { authorization } });
  return {};
};
/** Creates as many keys as a user may have. */
const manyKeys = async ({ admin }: Admin, { system }: Scene) => {
  await system.db.query(
    `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
     SELECT gen_random_uuid(), $1, $2, 'hash', 'one of many', '{chat}', now() FROM generate_series(1, 100)`,
    [admin.organizationId, admin.id],
  );
  return {};
};

/** Gives the organization the name that the document shows. Names are unique, so only one organization has it at a time. */
const named = async ({ admin, call }: Admin, { system }: Scene) => {
  await system.db.query(`UPDATE organizations SET name = id::text WHERE name = 'Example Ltd'`);
  await system.db.query(`UPDATE organizations SET name = 'Example Ltd' WHERE id = $1`, [
    admin.organizationId,
  ]);
  const body = {
    limits: { chat: '120/1m' },
    total_limits: { chat: '2000/1m' },
    second_factor_required: null,
  };
  await call('PATCH', '/admin/v1/organization', body);
  return { body };
};

const submit = async ({ admin }: Admin, scene: Scene, text: string): Promise<string> =>
  (
    await scene.call('POST', 'job/anonymize', { body: { ...jobRequest(scene), text }, user: admin })
  ).headers.get('x-job-id')!;
const delivered = async (made: Admin, scene: Scene) => {
  const id = await submit(made, scene, 'Anna Schmidt was here.');
  await eventually(async () => {
    const { body } = await made.call('GET', `/ai/v1/job/${id}`);
    expect(body.delivery).toMatchObject({ state: 'delivered' });
  });
  return { values: [id] };
};
const unfinished = async (made: Admin, scene: Scene) => {
  const id = await submit(made, scene, LONG_TEXT);
  return { values: [id], afterwards: () => made.call('DELETE', `/ai/v1/job/${id}`) };
};
const erased = async (made: Admin, scene: Scene) => {
  const { values } = await delivered(made, scene);
  await made.call('DELETE', `/ai/v1/job/${values[0]}`);
  return { values };
};

const keyRecipes = (base: string): Record<string, Record<number, Recipe>> => ({
  [`GET ${base}`]: { 200: asAdmin(usedKey(base)), 400: wrongPage() },
  [`POST ${base}`]: {
    200: asAdmin(async () => ({ body: KEY })),
    400: sends(() => ({ name: 5 })),
    ...BODY_FAULTS,
  },
  [`DELETE ${base}/{key_id}`]: {
    200: asAdmin(async (made) => ({ values: [await aKey(made, base)] })),
    404: noSuch,
  },
});

const OWN_KEYS = keyRecipes('/idm/v1/keys');
OWN_KEYS['POST /idm/v1/keys']![409] = asAdmin(manyKeys);

const onOnlyAdmin = (body: object) => asAdmin(async ({ admin }) => ({ values: [admin.id], body }));
const onPerson = (body?: object) =>
  asAdmin(async (made) => ({ values: [await aPerson(made)], ...(body && { body }) }));

const ofServiceAccount = asAdmin(async ({ call }) => {
  const { data } = (await call('POST', '/admin/v1/keys', KEY)).body as { data: { user_id: string } };
  return { values: [data.user_id] };
});

const USER_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/users': {
    200: asAdmin(async ({ admin, call }) => {
      await call('PATCH', `/admin/v1/users/${admin.id}`, { limits: LIMITS });
      return {};
    }),
    400: wrongPage(),
  },
  'POST /admin/v1/users': {
    200: asAdmin(async () => ({ body: { user_name: newName() } })),
    400: asAdmin(async (_, { stranger }) => ({ body: { user_name: stranger.userName } })),
    409: asAdmin(async ({ admin }) => ({ body: { user_name: admin.userName } })),
    ...BODY_FAULTS,
  },
  'DELETE /admin/v1/users/{user_id}/second-factor': {
    200: asAdmin(async (made, { system }) => {
      const id = await aPerson(made);
      await system.db.query(
        `INSERT INTO second_factors (id, user_id, secret, confirmed_at) VALUES (gen_random_uuid(), $1, '', now())`,
        [id],
      );
      return { values: [id] };
    }),
    404: noSuch,
    409: onPerson(),
  },
  'POST /admin/v1/users/invite': {
    200: asAdmin(async () => ({ body: { user_name: newName() } })),
    400: asAdmin(async (_, { stranger }) => ({ body: { user_name: stranger.userName } })),
    409: asAdmin(async ({ admin }) => ({ body: { user_name: admin.userName } })),
    ...BODY_FAULTS,
  },
  'POST /admin/v1/users/import': {
    200: asAdmin(async () => ({ body: { users: [{ user_name: newName() }], setup: null, preview: null } })),
    400: asAdmin(async () => ({ body: { users: [{ user_name: 'anna' }], setup: null, preview: null } })),
    ...BODY_FAULTS,
  },
  'POST /admin/v1/users/{user_id}/invitation': {
    200: onPerson(),
    404: noSuch,
    409: ofServiceAccount,
  },
  'PATCH /admin/v1/users/{user_id}': {
    200: onPerson({ limits: LIMITS }),
    400: onPerson({ limits: { chat: 'often' } }),
    404: sendsTo([UNKNOWN_ID]),
    409: onOnlyAdmin({ role: 'member' }),
    ...BODY_FAULTS,
  },
  'DELETE /admin/v1/users/{user_id}': { 202: onPerson(), 404: noSuch, 409: onOnlyAdmin({}) },
  'POST /admin/v1/users/{user_id}/password': {
    200: onPerson(),
    404: noSuch,
    409: ofServiceAccount,
  },
};

/** Sends the body that the document shows. */
function sendsTo(values: string[]): Recipe {
  return (scene, operation: Operation) =>
    scene.call(operation.method, operation.at(...values), { body: operation.request });
}

const GROUP_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/groups': {
    200: asAdmin(async (made) => (await aGroup(made), {})),
    400: wrongPage(),
  },
  'POST /admin/v1/groups': {
    200: asAdmin(async () => ({ body: { limits: { chat: '120/1m' } } })),
    400: sends(() => ({ name: 5 })),
    409: asAdmin(async (made) => (await aGroup(made), { body: { name: 'Legal' } })),
    ...BODY_FAULTS,
  },
  'PATCH /admin/v1/groups/{group_id}': {
    200: asAdmin(async (made) => ({ values: [await aGroup(made)], body: { name: 'Legal' } })),
    400: asAdmin(async (made) => ({ values: [await aGroup(made)], body: { name: ' ' } })),
    404: sendsTo([UNKNOWN_ID]),
    409: asAdmin(async (made) => {
      await aGroup(made);
      return { values: [await aGroup(made, 'Other')], body: { name: 'Legal' } };
    }),
    ...BODY_FAULTS,
  },
  'DELETE /admin/v1/groups/{group_id}': {
    200: asAdmin(async (made) => ({ values: [await aGroup(made)] })),
    404: noSuch,
  },
  'GET /admin/v1/groups/{group_id}/members': {
    200: asAdmin(async (made) => ({ values: (await groupWithMember(made)).slice(0, 1) })),
    400: wrongPage([UNKNOWN_ID]),
    404: noSuch,
  },
  'PUT /admin/v1/groups/{group_id}/members/{user_id}': {
    200: asAdmin(async (made) => ({ values: await groupWithMember(made) })),
    404: asAdmin(async (made) => ({ values: [UNKNOWN_ID, await aPerson(made)] })),
  },
  'DELETE /admin/v1/groups/{group_id}/members/{user_id}': {
    200: asAdmin(async (made) => ({ values: await groupWithMember(made) })),
    404: asAdmin(async (made) => ({ values: [UNKNOWN_ID, await aPerson(made)] })),
  },
};

const changePassword =
  (changes: object = {}): Recipe =>
  async (scene, { path }) => {
    const { userName, password } = await scene.system.user();
    const body = { userName, password, newPassword: 'another horse battery staple', ...changes };
    return scene.call('POST', path, { body, user: null });
  };

const acceptInvitation =
  (changes: object = {}): Recipe =>
  async (scene, operation) => {
    const made = await newAdmin(scene);
    const { body } = await made.call('POST', '/admin/v1/users/invite', { user_name: newName() });
    const { link } = (body as { data: { link: string } }).data;
    const accepted = { token: link.split('#invitation=')[1], newPassword: 'another horse battery staple' };
    return scene.call('POST', operation.path, { body: { ...accepted, ...changes }, user: null });
  };

/** Recipes for users, groups, keys and the organization. Each uses its own organization. */
export const ACCESS_RECIPES: Record<string, Record<number, Recipe>> = {
  ...USER_RECIPES,
  ...GROUP_RECIPES,
  ...OWN_KEYS,
  ...keyRecipes('/admin/v1/keys'),
  'GET /admin/v1/organization': { 200: asAdmin(named) },
  'PATCH /admin/v1/organization': {
    200: asAdmin(named),
    400: sends(() => ({ limits: { chat: 'often' } })),
    ...BODY_FAULTS,
  },
  'GET /admin/v1/webhook-secret': { 200: asAdmin() },
  'POST /admin/v1/webhook-secret/rotate': {
    200: asAdmin(async () => ({ body: { now: true } })),
    400: invalidJson,
    ...BODY_FAULTS,
  },
  'GET /admin/v1/jobs': { 200: asAdmin(delivered), 400: wrongPage() },
  'GET /admin/v1/jobs/{job_id}': { 200: asAdmin(delivered), 404: noSuch },
  'POST /admin/v1/jobs/{job_id}/redeliver': {
    202: asAdmin(delivered),
    404: noSuch,
    409: asAdmin(unfinished),
    410: asAdmin(erased),
  },
  'POST /idm/v1/auth/invitation': {
    200: acceptInvitation(),
    400: acceptInvitation({ newPassword: 'short' }),
    401: acceptInvitation({ token: 'pci_wrong' }),
    ...BODY_FAULTS,
  },
  'POST /idm/v1/auth/password': {
    200: changePassword(),
    400: changePassword({ newPassword: 'short' }),
    401: changePassword({ password: 'wrong' }),
    ...BODY_FAULTS,
  },
};
