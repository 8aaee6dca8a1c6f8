import { PNG, SPEECH, type Scene } from '../scene';
import {
  asks,
  BODY_FAULTS,
  invalidJson,
  sends,
  tooLarge,
  UNKNOWN_ID,
  wrongType,
  type Recipe,
} from './recipe';

const nobodysModel = sends(() => ({ model: 'nobody' }));
const WIDE_BODY_FAULTS: Readonly<Record<number, Recipe>> = { 413: tooLarge(17 * 1024 ** 2), 415: wrongType };

function spoken(fields: Record<string, string>, bytes: Buffer = SPEECH): FormData {
  const form = new FormData();
  for (const [part, value] of Object.entries(fields)) form.append(part, value);
  form.append('file', new File([new Uint8Array(bytes)], 'a.wav'));
  return form;
}

const speech =
  (fields: Record<string, string>, bytes?: Buffer): Recipe =>
  (scene, { method, path }) =>
    scene.call(method, path, { body: spoken(fields, bytes) });

const shortImage =
  (recipe: Recipe): Recipe =>
  async (scene, operation, story) => {
    const answer = await recipe(scene, operation, story);
    const [{ b64_json: drawn }] = answer.body.data as [{ b64_json: string }];
    expect(drawn).toBe(PNG.toString('base64'));
    return { ...answer, body: { ...answer.body, data: [{ b64_json: 'iVBORw0KGgo=' }] } };
  };

/** Edits an image for a user of an organization that passes images. */
const edits =
  (fields: Record<string, string>, bytes: Buffer = PNG): Recipe =>
  async (scene, { method, path }) => {
    const user = await scene.system.user({ role: 'admin' });
    const body = { images: 'passed' };
    await scene.call('PUT', '/admin/v1/policy', { body, user, headers: { 'if-match': '"0"' } });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image', new File([new Uint8Array(bytes)], 'a.png'));
    return scene.call(method, path, { body: form, user });
  };

const content =
  (model: string, query = ''): Recipe =>
  (scene, operation) =>
    scene.call(operation.method, operation.at(model) + query, { body: operation.request ?? {} });

/** The example of events is no JSON. */
const streamed: Recipe = async (scene, operation, story) => {
  const answer = await content('demo-echo', '?alt=sse')(scene, operation, story);
  return { ...answer, body: undefined as never };
};

const LINE = JSON.stringify({
  custom_id: '1',
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'demo-echo', messages: [{ role: 'user', content: 'Hello' }] },
});

function batchFile(purpose: string, bytes: Buffer = Buffer.from(LINE)): FormData {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', new File([new Uint8Array(bytes)], 'letters.jsonl'));
  return form;
}

const uploads =
  (purpose: string, bytes?: Buffer): Recipe =>
  (scene, { method, path }) =>
    scene.call(method, path, { body: batchFile(purpose, bytes) });

/** Returns the id of a file of the scene's user. */
const aFile = async (scene: Scene): Promise<string[]> => {
  const { body } = await scene.call('POST', 'openai/v1/files', { body: batchFile('batch') });
  return [String(body.id)];
};

const noFile = asks(() => [`file-${UNKNOWN_ID}`]);
const noBatch = asks(() => [`batch_${UNKNOWN_ID}`]);

/** Creates a batch for a user of an organization that allows it, with changes of the body that the document shows. */
const batches =
  (changes: object): Recipe =>
  async (scene, { method, path, request }) => {
    const user = await scene.system.user({ role: 'admin' });
    const body = { provider_storage: true };
    await scene.call('PUT', '/admin/v1/policy', { body, user, headers: { 'if-match': '"0"' } });
    return scene.call(method, path, { body: { ...request, ...changes }, user });
  };

/** The list of a user who has one file. */
const oneFile: Recipe = async (scene, { method, path }) => {
  const user = await scene.system.user();
  await scene.call('POST', 'openai/v1/files', { body: batchFile('batch'), user });
  return scene.call(method, path, { user });
};

const invalidLimit: Recipe = (scene, { method, path }) => scene.call(method, `${path}?limit=0`);

/** Recipes for the gateway's endpoints other than chat completions. */
export const GATEWAY_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /ai/v1/openai/v1/responses': { 200: sends(), 400: nobodysModel, ...WIDE_BODY_FAULTS },
  'POST /ai/v1/openai/v1/embeddings': { 200: sends(), 400: nobodysModel, ...WIDE_BODY_FAULTS },
  'POST /ai/v1/openai/v1/images/generations': {
    200: shortImage(sends()),
    400: sends(() => ({ prompt: ' ' })),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/openai/v1/images/edits': {
    200: shortImage(edits({ prompt: 'A hat' })),
    400: edits({}),
    413: edits({ prompt: 'A hat' }, Buffer.alloc(17 * 1024 ** 2)),
    415: wrongType,
  },
  'POST /ai/v1/openai/v1/files': {
    200: uploads('batch'),
    400: uploads('assistants'),
    413: uploads('batch', Buffer.alloc(201 * 1024 ** 2)),
    415: wrongType,
  },
  'GET /ai/v1/openai/v1/files': { 200: oneFile, 400: invalidLimit },
  'GET /ai/v1/openai/v1/files/{file_id}': { 200: asks(aFile), 404: noFile },
  'GET /ai/v1/openai/v1/files/{file_id}/content': { 404: noFile },
  'DELETE /ai/v1/openai/v1/files/{file_id}': { 200: asks(aFile), 404: noFile },
  'POST /ai/v1/openai/v1/batches': {
    400: batches({ completion_window: '1h' }),
    ...BODY_FAULTS,
  },
  'GET /ai/v1/openai/v1/batches': { 400: invalidLimit },
  'GET /ai/v1/openai/v1/batches/{batch_id}': { 404: noBatch },
  'POST /ai/v1/openai/v1/batches/{batch_id}/cancel': { 404: noBatch },
  'POST /ai/v1/openai/v1/audio/transcriptions': {
    200: speech({ model: 'whisper-1', language: 'en' }),
    400: speech({ model: 'whisper-1' }),
    403: (scene: Scene, { method, path }) =>
      scene.call(method, path, { body: spoken({ language: 'en' }), user: scene.stranger }),
    413: speech({ language: 'en' }, Buffer.alloc(3 * 1024 ** 2)),
    415: wrongType,
  },
  'POST /ai/v1/anthropic/v1/messages': { 200: sends(), 400: nobodysModel, ...WIDE_BODY_FAULTS },
  'POST /ai/v1/anthropic/v1/messages/count_tokens': { 200: sends(), 400: invalidJson, ...WIDE_BODY_FAULTS },
  'GET /ai/v1/anthropic/v1/models': { 200: asks() },
  'POST /ai/v1/gemini/v1beta/models/{model}:generateContent': {
    200: content('demo-echo'),
    400: content('no-such-model'),
    ...WIDE_BODY_FAULTS,
  },
  'POST /ai/v1/gemini/v1beta/models/{model}:streamGenerateContent': {
    200: streamed,
    400: content('no-such-model', '?alt=sse'),
    ...WIDE_BODY_FAULTS,
  },
  'POST /ai/v1/gemini/v1beta/models/{model}:countTokens': {
    200: content('demo-echo'),
    400: invalidJson,
    ...WIDE_BODY_FAULTS,
  },
  'GET /ai/v1/gemini/v1beta/models': { 200: asks() },
  'GET /ai/v1/openai/v1/models/{model}': { 200: asks(() => ['demo-echo']), 404: asks(() => ['nobody']) },
};
