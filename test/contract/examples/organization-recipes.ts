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

/** Makes one call in the last month, in which values were hidden, by a member of a group. Usage is shown per person. */
const withReport = asAdmin(async ({ admin, make }, { system }) => {
  const group = await make('/admin/v1/groups', { name: 'Legal' });
  const today = new Date();
  const inLastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15));
  const of = [admin.organizationId, inLastMonth];
  await system.db.query('UPDATE organizations SET usage_by_person = true WHERE id = $1', [of[0]]);
  await system.db.query(
    `INSERT INTO audit_events (id, actor, action, outcome, organization_id, at, counts, model)
     VALUES (gen_random_uuid(), 'user', 'model.call', 'done', $1, $2, '{"Names": 2}', 'demo-echo')`,
    of,
  );
  await system.db.query(
    `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source,
       group_ids, created_at)
     VALUES (gen_random_uuid(), $1, $3, 'demo-echo', 1, 1, 'provider', ARRAY[$4::uuid], $2)`,
    [...of, admin.id, group],
  );
  return { query: `?month=${inLastMonth.toISOString().slice(0, 7)}` };
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

/** Suggests a word that was hidden in a chat. @returns the id of the suggestion */
async function suggested({ call }: Admin): Promise<string> {
  const hidden = { action: 'hide', value: 'Nordlicht' };
  const body = chatRequest({ prompt: 'Nordlicht is late.', hide: [hidden.value] });
  const { body: chat } = await call('POST', 'chat', body);
  await call('POST', `sessions/${String(chat.session_id)}/suggestions`, hidden);
  const { body: list } = await call('GET', '/admin/v1/suggestions');
  return (list.data as { suggestion_id: string }[])[0]!.suggestion_id;
}

const withSuggestion = (policy?: object): Recipe =>
  asAdmin(async (made) => {
    if (policy) await made.call('PUT', '/admin/v1/policy', policy, FIRST);
    return { values: [await suggested(made)] };
  });
const SUGGESTION_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/suggestions': { 200: withSuggestion() },
  'POST /admin/v1/suggestions/{suggestion_id}/accept': {
    200: withSuggestion(),
    400: withSuggestion({ system_prompt: 'You work for Nordlicht.' }),
    404: asks(() => [UNKNOWN_ID]),
  },
  'DELETE /admin/v1/suggestions/{suggestion_id}': { 200: withSuggestion(), 404: asks(() => [UNKNOWN_ID]) },
};

/** Recipes for an organization's webhook, audit trail and policy. Each uses its own organization. */
export const ORGANIZATION_RECIPES: Record<string, Record<number, Recipe>> = {
  ...SUGGESTION_RECIPES,
  'GET /admin/v1/privacy-report': {
    200: withReport,
    400: asks(undefined, '?month=2999-01'),
  },
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
