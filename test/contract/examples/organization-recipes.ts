import { eventually } from '@app/testing';
import { chatRequest } from '../story';
import { asAdmin, type Admin } from './as-admin';
import { asks, BODY_FAULTS, UNKNOWN_ID, sends, tooLarge, wrongType, type Recipe } from './recipe';

const EVENTS = { events: ['account.locked', 'delivery.exhausted', 'key.expiring'] };

const withWebhook = asAdmin(async ({ call }, { webhookUrl: url }) => {
  await call('PUT', '/admin/v1/webhook', { ...EVENTS, url });
  return {};
});

const withTestEvent = asAdmin(async ({ call }, { webhookUrl: url }) => {
  await call('PUT', '/admin/v1/webhook', { ...EVENTS, url });
  const { body } = await call('POST', '/admin/v1/webhook/test');
  const id = (body.data as { event_id: string }).event_id;
  await eventually(async () => {
    const { body: event } = await call('GET', `/admin/v1/webhook/events/${id}`);
    expect(event).toMatchObject({ data: { state: 'delivered' } });
  });
  return { values: [id] };
});

/** Creates entries in both chains, one for a model call and one for another action, and waits until all are sealed. */
async function sealed({ call, make }: Admin): Promise<void> {
  const prompt = 'Anna Schmidt writes to anna.schmidt@example.com.';
  await call('POST', 'chat', chatRequest({ prompt }));
  await make('/admin/v1/groups', { name: 'Legal' });
  await eventually(async () => {
    const { body } = await call('GET', '/admin/v1/audit/verify');
    const entries = { entries: expect.any(Number), newest: expect.any(Object) };
    expect(body.data).toMatchObject({ chains: [entries, entries], unsealed: { count: 0 } });
  });
}

/** Sends the request after the trail's entries are sealed. A new entry waits for its seal only briefly. */
const withStatus = asAdmin(async (made) => {
  await sealed(made);
  return {};
});

const AUDIT_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/audit': {
    200: asAdmin(async (made) => {
      await sealed(made);
      return { query: '?action=model.call' };
    }),
    400: asks(undefined, '?limit=0'),
  },
  'GET /admin/v1/audit/export': { 400: asks(undefined, '?format=xml') },
  'GET /admin/v1/audit/verify': {
    200: asAdmin(async (made) => {
      await sealed(made);
      return {};
    }),
    400: asks(undefined, `?hash=${'x'.repeat(64)}`),
  },
};

/** The policy that the document shows. */
const POLICY = {
  modes: { Cards: 'block', Secrets: 'remove', Names: 'always' },
  internal: { models: ['our-own'], modes: { Names: 'asked' } },
  users_may_keep: true,
  allow_unprotected: false,
  default_kinds: ['Names', 'Emails', 'Phone', 'Secrets'],
  images: 'internal',
  provider_storage: true,
  share_originals: true,
  mcp_tools: ['restore'],
  terms: [{ phrase: 'Nordlicht', exact_case: true, label: 'PROJECT' }, { pattern: 'PRJ-\\d{4}' }],
  exceptions: [{ value: 'Example Ltd', kind: 'Organizations' }],
  system_prompt: 'You work for a bank. Give no investment advice.',
  models: [{ model: 'demo-echo', groups: [] }],
};
const FAULTY = { terms: [{ phrase: 'a' }, { phrase: 'b' }, { phrase: 'c' }, { phrase: '' }] };
const FIRST = { 'if-match': '"0"' };
const POLICY_BODY_FAULTS = { 413: tooLarge(8 * 1024 ** 2), 415: wrongType };

const POLICY_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/policy': {
    200: asAdmin(async ({ call }) => {
      await call('PUT', '/admin/v1/policy', POLICY, FIRST);
      return {};
    }),
  },
  'GET /admin/v1/policy/versions': {
    200: asAdmin(async ({ call }) => {
      await call('PUT', '/admin/v1/policy', POLICY, FIRST);
      return {};
    }),
  },
  'GET /admin/v1/policy/versions/{version}': {
    200: asAdmin(async ({ call }) => {
      await call('PUT', '/admin/v1/policy', POLICY, FIRST);
      return { values: ['1'] };
    }),
    404: asAdmin(async () => ({ values: ['1'] })),
  },
  'PUT /admin/v1/policy': {
    200: asAdmin(async () => ({ headers: FIRST })),
    400: asAdmin(async () => ({ body: FAULTY, headers: FIRST })),
    412: asAdmin(async () => ({ headers: { 'if-match': '"7"' } })),
    ...POLICY_BODY_FAULTS,
  },
  'POST /admin/v1/policy/preview': {
    200: sends(() => ({ policy: {}, text: 'Write to Anna Schmidt.' })),
    400: sends(() => ({ policy: FAULTY })),
    ...POLICY_BODY_FAULTS,
  },
};

/** Recipes for an organization's webhook, audit trail and policy. Each uses its own organization. */
export const ORGANIZATION_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/webhook': { 200: withWebhook, 404: asAdmin() },
  'PUT /admin/v1/webhook': {
    200: asAdmin(async (_, { webhookUrl: url }) => ({ body: { ...EVENTS, url } })),
    400: asAdmin(async () => ({ body: { ...EVENTS, url: 'http://10.0.0.1/' } })),
    ...BODY_FAULTS,
  },
  'DELETE /admin/v1/webhook': { 200: withWebhook, 404: asAdmin() },
  'POST /admin/v1/webhook/test': { 202: withWebhook, 404: asAdmin() },
  'GET /admin/v1/webhook/events/{event_id}': {
    200: withTestEvent,
    404: asAdmin(async () => ({ values: [UNKNOWN_ID] })),
  },
  'GET /admin/v1/status': { 200: withStatus },
  ...AUDIT_RECIPES,
  ...POLICY_RECIPES,
};
