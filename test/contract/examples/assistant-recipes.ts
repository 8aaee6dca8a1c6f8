import type { Scene } from '../scene';
import { asAdmin, type Admin, type Prepared } from './as-admin';
import { asks, BODY_FAULTS, sends, UNKNOWN_ID, type Recipe, type Recipes } from './recipe';

/** The assistant that the document shows. */
const FIELDS = {
  name: 'Letters to customers',
  instruction: 'Write polite letters to {{customer}}. Sign them as Anna Schmidt.',
};
const OF_ALL = { audience: 'organization' };

async function anAssistant({ call }: Pick<Admin, 'call'>, fields: object = {}): Promise<string> {
  const { body } = await call('POST', 'assistants', { ...FIELDS, ...fields });
  return (body.data as { assistant_id: string }).assistant_id;
}

async function aDocument({ admin }: Admin, scene: Scene): Promise<string> {
  const headers = { 'file-name': 'terms-of-delivery.txt', 'content-type': 'text/plain' };
  return String((await scene.call('POST', 'upload', { body: 'A text.', headers, user: admin })).body.data);
}

/** Calls at an assistant of the caller. @param fields of the request */
const ofOwn = (body?: object) =>
  asAdmin(async (made) => ({ values: [await anAssistant(made)], ...(body && { body }) }));

/** Calls at an assistant that the caller may use, but not change: a member of the organization of its owner. */
const asMember =
  (body?: object, more: readonly string[] = []): Recipe =>
  async (scene, operation) => {
    const admin = await scene.system.user({ role: 'admin' });
    const { organizationId } = admin;
    const member = await scene.system.user({ organizationId });
    const call = (method: string, path: string, fields?: object) =>
      scene.call(method, path, { user: admin, ...(fields && { body: fields }) });
    const id = await anAssistant({ call }, OF_ALL);
    const shown = operation.bodyTypes.length > 0 ? { ...operation.request, ...body } : undefined;
    return scene.call(operation.method, operation.at(id, ...more), {
      user: member,
      ...(shown && { body: shown }),
    });
  };

const withDocument = (isAdded: boolean) =>
  asAdmin(async (made, scene) => {
    const [id, document] = [await anAssistant(made), await aDocument(made, scene)];
    if (isAdded) await made.call('PUT', `assistants/${id}/documents/${document}`);
    return { values: [id, document] };
  });

const shownWithDocument = asAdmin(async (made, scene) => {
  const [id, document] = [await anAssistant(made), await aDocument(made, scene)];
  await made.call('PUT', `assistants/${id}/documents/${document}`);
  return { values: [id] };
});

const withManyDocuments = asAdmin(async (made, scene): Promise<Prepared> => {
  const id = await anAssistant(made);
  const document = await aDocument(made, scene);
  await scene.system.db.query(
    `WITH added AS (
       INSERT INTO documents (id, organization_id, user_id, file_name, text_bytes)
       SELECT gen_random_uuid(), $1, $2, '', 1 FROM generate_series(1, 20) RETURNING id)
     INSERT INTO chat_documents (chat_id, document_id) SELECT $2, id FROM added`,
    [made.admin.organizationId, id],
  );
  return { values: [id, document] };
});

const manyAssistants = asAdmin(async ({ admin }, { system }): Promise<Prepared> => {
  await system.db.query(
    `INSERT INTO assistants (id, organization_id, user_id, audience)
     SELECT gen_random_uuid(), $1, $2, 'self' FROM generate_series(1, 500)`,
    [admin.organizationId, admin.id],
  );
  return { body: FIELDS };
});

/** Recipes for assistants. Each uses its own organization. */
export const ASSISTANT_RECIPES: Record<string, Recipes> = {
  'POST /ai/v1/assistants': {
    200: asAdmin(async () => ({ body: FIELDS })),
    400: sends(() => ({ name: ' ' })),
    403: async (scene, operation) =>
      scene.call('POST', operation.path, {
        user: await scene.system.user(),
        body: { ...FIELDS, ...OF_ALL },
      }),
    409: manyAssistants,
    ...BODY_FAULTS,
  },
  'GET /ai/v1/assistants': {
    200: asAdmin(async (made) => (await anAssistant(made), {})),
    400: asks(undefined, '?limit=0'),
  },
  'GET /ai/v1/assistants/{assistant_id}': { 200: shownWithDocument, 404: asks(() => [UNKNOWN_ID]) },
  'PUT /ai/v1/assistants/{assistant_id}': {
    200: ofOwn(FIELDS),
    400: ofOwn({ audience: 'group', group_id: UNKNOWN_ID }),
    403: asMember(),
    404: sends(),
    409: ofOwn({ version: 7 }),
    ...BODY_FAULTS,
  },
  'DELETE /ai/v1/assistants/{assistant_id}': {
    200: ofOwn(),
    403: asMember(),
    404: asks(() => [UNKNOWN_ID]),
  },
  'GET /ai/v1/assistants/{assistant_id}/versions': { 200: ofOwn(), 404: asks(() => [UNKNOWN_ID]) },
  'PUT /ai/v1/assistants/{assistant_id}/documents/{document_id}': {
    200: withDocument(false),
    403: asMember(undefined, [UNKNOWN_ID]),
    404: asAdmin(async (made) => ({ values: [await anAssistant(made), UNKNOWN_ID] })),
    409: withManyDocuments,
  },
  'DELETE /ai/v1/assistants/{assistant_id}/documents/{document_id}': {
    200: withDocument(true),
    403: asMember(undefined, [UNKNOWN_ID]),
    404: asAdmin(async (made) => ({ values: [await anAssistant(made), UNKNOWN_ID] })),
  },
};
