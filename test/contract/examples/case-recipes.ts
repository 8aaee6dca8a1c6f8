import { eventually } from '@app/testing';
import type { Scene } from '../scene';
import { chatRequest, jobRequest } from '../story';
import { asAdmin, type Admin, type Prepared } from './as-admin';
import {
  asks,
  BODY_FAULTS,
  LONG_TEXT,
  sends,
  tooLarge,
  UNKNOWN_ID,
  type Recipe,
  type Recipes,
} from './recipe';

const PERSON = 'Anna Schmidt';
/** Contains the last name of two persons alone. */
const COUPLE = `Mrs. ${PERSON} and Mr. Ben Schmidt called. Mr. Schmidt left. Mrs. Schmidt came.`;
const FIELDS = { name: 'Schmidt ./. Nordwerk' };
const PAST = '2020-01-31T12:00:00Z';

export const aCase = async ({ call }: Admin, fields: object = FIELDS): Promise<string> =>
  ((await call('POST', 'cases', fields)).body.data as { case_id: string }).case_id;
const inCase = (body?: object) =>
  asAdmin(async (made) => ({ values: [await aCase(made)], ...(body && { body }) }));
const ofNoCase = (body: object = {}) => asAdmin(async () => ({ values: [UNKNOWN_ID], body }));

/** Creates a group, "Labor law", with these members. */
async function groupOf({ make, call }: Admin, ...ids: string[]): Promise<string> {
  const group = await make('/admin/v1/groups', { name: 'Labor law' });
  for (const id of ids) await call('PUT', `/admin/v1/groups/${group}/members/${id}`);
  return group;
}

/** Calls as a member of a case that another user owns. */
const asMember = (body: object = {}) =>
  asAdmin(async (made, { call, system }) => {
    const { id, organizationId } = made.admin;
    const owner = await system.user({ organizationId });
    const shared = { group_id: await groupOf(made, id, owner.id) };
    const { data } = (await call('POST', 'cases', { user: owner, body: shared })).body;
    return { values: [(data as { case_id: string }).case_id], body };
  });

/** Creates as many cases as a user may own. */
const manyCases = async ({ admin }: Admin, { system }: Scene): Promise<Prepared> => {
  await system.db.query(
    `WITH added AS (
       INSERT INTO cases (id, organization_id, user_id, name, style)
       SELECT gen_random_uuid(), $1, $2, '', 'surrogates' FROM generate_series(1, 100) RETURNING id)
     INSERT INTO case_members (case_id, organization_id, user_id) SELECT id, $1, $2 FROM added`,
    [admin.organizationId, admin.id],
  );
  return {};
};

/** Hides the values of a text with placeholders in a new case. */
async function hidden(made: Admin, text: string): Promise<string> {
  const id = await aCase(made, { style: 'placeholders' });
  const body = chatRequest({ prompt: text, case_id: id, anonymized: false });
  expect(await made.call('POST', 'anonymize', body)).toMatchObject({ status: 200 });
  return id;
}

const forgets = (text: string, value: string) =>
  asAdmin(async (made) => ({ values: [await hidden(made, text)], body: { value } }));

/** Moves a date in a new case, and forgets it. */
const forgetsDate = asAdmin(async (made) => {
  const id = await aCase(made);
  const body = chatRequest({ prompt: `${PERSON} called on 2024-05-03.`, case_id: id, choices: ['Dates'] });
  expect(await made.call('POST', 'anonymize', body)).toMatchObject({ status: 200 });
  return { values: [id], body: { value: '2024-05-03' } };
});

/** Restores a text with a chat in a case that was deleted. */
const ofClosedCase = asAdmin(async (made) => {
  const id = await aCase(made);
  const { body } = await made.call('POST', 'chat', chatRequest({ prompt: `${PERSON} called.`, case_id: id }));
  await made.call('DELETE', `cases/${id}`);
  return { body: { text: '[NAME_1]', chat_id: body.session_id } };
});

/** Submits a job with values that can be restored. */
export async function restorable({ call }: Admin, scene: Scene, text: string): Promise<string> {
  const body = { ...jobRequest(scene, { text }), restorable: true };
  return (await call('POST', 'job/anonymize', body)).headers.get('x-job-id')!;
}

const ofUnfinishedJob = asAdmin(async (made, scene) => {
  const id = await restorable(made, scene, LONG_TEXT);
  return { body: { text: '[NAME_1]', job_id: id }, afterwards: () => made.call('DELETE', `job/${id}`) };
});

/** Submits a restorable job, and deletes it when it has ended. */
export async function deletedJob(made: Admin, scene: Scene): Promise<string> {
  const id = await restorable(made, scene, `${PERSON} was here.`);
  await eventually(async () =>
    expect((await made.call('GET', `job/${id}`)).body).toMatchObject({ status: 'completed' }),
  );
  await made.call('DELETE', `job/${id}`);
  return id;
}

const ofErasedJob = asAdmin(async (made, scene) => ({
  body: { text: '[NAME_1]', job_id: await deletedJob(made, scene) },
}));

/** Sends a type of body that the endpoint cannot read. It also reads `text/plain`. */
const html: Recipe = (scene, { method, path }) =>
  scene.call(method, path, { body: '<p>', headers: { 'content-type': 'text/html' } });

/** Recipes for cases and for restoring. Each uses its own organization. */
export const CASE_RECIPES: Record<string, Recipes> = {
  'GET /ai/v1/cases': {
    200: asAdmin(async (made) => (await aCase(made), {})),
    400: asks(undefined, '?limit=0'),
  },
  'POST /ai/v1/cases': {
    200: asAdmin(async () => ({ body: FIELDS })),
    400: sends(() => ({ expires_at: PAST })),
    409: asAdmin(manyCases),
    ...BODY_FAULTS,
  },
  'GET /ai/v1/cases/{case_id}': { 200: inCase(), 404: ofNoCase() },
  'PATCH /ai/v1/cases/{case_id}': {
    200: inCase({ expires_at: null }),
    400: inCase({ group_id: UNKNOWN_ID }),
    403: asMember(),
    404: ofNoCase(),
    ...BODY_FAULTS,
  },
  'DELETE /ai/v1/cases/{case_id}': { 200: inCase(), 403: asMember(), 404: ofNoCase() },
  'POST /ai/v1/cases/{case_id}/forget': {
    200: forgets(`Mrs. ${PERSON} called.`, PERSON),
    400: inCase({ value: PERSON }),
    403: asMember({ value: PERSON }),
    404: ofNoCase({ value: PERSON }),
    '409 ambiguous_value': forgets(COUPLE, 'Schmidt'),
    '409 not_forgettable': forgetsDate,
    ...BODY_FAULTS,
  },
  'POST /ai/v1/cases/{case_id}/forget/preview': {
    200: forgets(`Mrs. ${PERSON} called from +49 30 1234567.`, PERSON),
    400: inCase({ value: PERSON }),
    403: asMember({ value: PERSON }),
    404: ofNoCase({ value: PERSON }),
    '409 not_forgettable': forgetsDate,
    ...BODY_FAULTS,
  },
  'GET /ai/v1/groups': {
    200: asAdmin(async (made) => (await groupOf(made, made.admin.id), {})),
  },
  'POST /ai/v1/restore': {
    200: asAdmin(async (made) => {
      const id = await hidden(made, `Mrs. ${PERSON} called.`);
      return { body: { text: 'Dear [NAME_1]', case_id: id } };
    }),
    400: asAdmin(async () => ({ body: { text: '[NAME_1]', case_id: UNKNOWN_ID } })),
    '409 conflict': ofUnfinishedJob,
    '409 case_closed': ofClosedCase,
    410: ofErasedJob,
    413: tooLarge(6 * 1024 ** 2),
    415: html,
  },
};
