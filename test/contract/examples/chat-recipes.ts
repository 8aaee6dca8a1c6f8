import type { TestUser } from '@app/testing';
import { showUsageByPerson } from '../../support/usage-by-person';
import type { Scene } from '../scene';
import { chatRequest } from '../story';
import { asAdmin } from './as-admin';
import {
  asks,
  BODY_FAULTS,
  invalidJson,
  UNKNOWN_ID,
  sends,
  tooLarge,
  wrongType,
  type Recipe,
} from './recipe';

const PLACEHOLDERS = { 'X-Replacements': 'placeholders' };

/** Creates a user with one chat, the one that the document shows. */
async function newcomer(scene: Scene) {
  const user = await scene.system.user();
  const prompt = 'Write to Anna Schmidt, anna.schmidt@example.com, or call +49 30 23125 123.';
  const chat = await scene.call('POST', 'chat', {
    body: chatRequest({ prompt }),
    headers: PLACEHOLDERS,
    user,
  });
  return { user, chatId: String(chat.body.session_id) };
}

const asNewcomer: Recipe = async (scene, operation) => {
  const { user, chatId } = await newcomer(scene);
  const shown = { ...operation.request, session_id: chatId };
  const body = operation.bodyTypes.length > 0 ? shown : undefined;
  return scene.call(operation.method, operation.at(chatId), { user, ...(body && { body }) });
};

const HOUR_MS = 3_600_000;
const INVALID_EXPIRY = { expires_at: '2020-01-31T12:00:00Z' };

/** Sends a request about the link to a new chat. @param isShared whether it has one already */
const ofShare =
  (isShared: boolean, changes: object = {}): Recipe =>
  async (scene, operation) => {
    const { user, chatId } = await newcomer(scene);
    if (isShared) await shared(scene, user, chatId);
    const soon = new Date(Date.now() + HOUR_MS).toISOString();
    const body = operation.bodyTypes.length > 0 ? { expires_at: soon, ...changes } : undefined;
    return scene.call(operation.method, operation.at(chatId), { user, ...(body && { body }) });
  };

async function shared(scene: Scene, user: TestUser, chatId: string): Promise<string> {
  const { body } = await scene.call('POST', `sessions/${chatId}/share`, { user, body: {} });
  return (body.data as { share_id: string }).share_id;
}

/** Sends a request about a value that was kept in a new chat. */
const ofCorrection =
  (changes: object = {}): Recipe =>
  async (scene, operation) => {
    const user = await scene.system.user();
    const words = { choices: ['Organizations'], keep: ['Example Ltd'] };
    const prompt = 'Example Ltd signed the contract.';
    const chat = await scene.call('POST', 'chat', { user, body: chatRequest({ prompt, ...words }) });
    const body = operation.bodyTypes.length > 0 ? { ...operation.request, ...changes } : undefined;
    const address = operation.at(String(chat.body.session_id));
    return scene.call(operation.method, address, { user, ...(body && { body }) });
  };

/** Reads a chat that a colleague shared. */
const asReader: Recipe = async (scene, operation) => {
  const { user, chatId } = await newcomer(scene);
  const reader = await scene.system.user({ organizationId: user.organizationId });
  const address = operation.at(await shared(scene, user, chatId));
  return scene.call(operation.method, address, { user: reader });
};

/** Finds the chat that the document shows. */
const searched: Recipe = async (scene, { method, path, request }) => {
  const { user } = await newcomer(scene);
  return scene.call(method, path, { user, body: { ...request, text: 'anna write' } });
};

/** Names the first turn of a new chat. @param prepare receives the chat first and may name another turn */
const ofTurn =
  (
    prepare: (
      scene: Scene,
      at: { user: TestUser; chatId: string; turnId: string },
    ) => Promise<string> | string,
  ): Recipe =>
  async (scene, operation) => {
    const { user, chatId } = await newcomer(scene);
    const [first] = await turnsOf(scene, user, chatId);
    const turn_id = await prepare(scene, { user, chatId, turnId: first! });
    const body = { ...operation.request, turn_id };
    return scene.call(operation.method, operation.at(chatId), { user, body });
  };

async function turnsOf({ call }: Scene, user: TestUser, chatId: string): Promise<string[]> {
  const { body } = await call('GET', `history/${chatId}?include=versions`, { user });
  return (body.data as { prompts: { turnId: string }[] }).prompts.map(({ turnId }) => turnId);
}

/** Adds an image to the chat. @returns the id of its turn */
async function drawn(scene: Scene, { user, chatId }: { user: TestUser; chatId: string }): Promise<string> {
  await scene.call('POST', 'generate-image', { user, body: { prompt: 'A red bicycle', chat_id: chatId } });
  return (await turnsOf(scene, user, chatId)).at(-1)!;
}

/** Adds another version of the first turn. @returns the id of the first version */
async function regenerated(
  scene: Scene,
  { user, chatId, turnId }: { user: TestUser; chatId: string; turnId: string },
): Promise<string> {
  await scene.call('POST', `chat/${chatId}/regenerate`, { user, body: { turn_id: turnId } });
  return turnId;
}

/** Names a chat that does not exist. */
const ofUnknownChat: Recipe = (scene, operation) =>
  scene.call(operation.method, operation.at(UNKNOWN_ID), { body: operation.request });

/** Sends a prompt to a chat of a case that was deleted. */
const inClosedCase: Recipe = async (scene, operation) => {
  const user = await scene.system.user();
  const made = (await scene.call('POST', 'cases', { user, body: {} })).body.data as { case_id: string };
  const inCase = { ...operation.request, case_id: made.case_id };
  const { body } = await scene.call(operation.method, operation.path, { user, body: inCase });
  await scene.call('DELETE', `cases/${made.case_id}`, { user });
  const again = { ...operation.request, chat_id: body.session_id };
  return scene.call(operation.method, operation.path, { user, body: again });
};

const recently = () => ({ start_date: Date.now() - 86_400_000, end_date: Date.now() });

/** Queries usage with usage by person shown: the example shows a single caller, which is hidden otherwise. */
const usageOfFew = asAdmin(async ({ admin, call }, { system }) => {
  await showUsageByPerson(system, admin.organizationId);
  await call('POST', 'chat', chatRequest({ prompt: 'Hello' }));
  return { body: recently() };
});

async function uploaded(scene: Scene): Promise<string[]> {
  const headers = { 'file-name': 'a.txt', 'content-type': 'text/plain' };
  return [String((await scene.call('POST', 'upload', { body: 'A text.', headers })).body.data)];
}

const upload =
  (body: string, headers: Record<string, string> = {}): Recipe =>
  (scene, { path }) =>
    scene.call('POST', path, {
      body,
      headers: { 'file-name': 'a.txt', 'content-type': 'text/plain', ...headers },
    });

/** Sends several calls of one user that run at the same time. All except the newest fail. */
const allAtOnce: Recipe = async (scene, operation) => {
  const user = await scene.system.user();
  const body = { ...operation.request, prompt: 'Anna Schmidt was here. '.repeat(1_000) };
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => scene.call(operation.method, operation.path, { body, user })),
  );
  const ended = answers.find(({ status }) => status === 409);
  if (!ended) throw new Error(`No call was ended: ${answers.map(({ status }) => status).join()}`);
  return ended;
};

export const CHAT_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /ai/v1/anonymize': {
    200: sends(),
    400: sends(() => ({ choices: [] })),
    413: tooLarge(2 * 1024 ** 2),
    415: wrongType,
  },
  'POST /ai/v1/chat': {
    200: sends(undefined, PLACEHOLDERS),
    400: sends(() => ({ chat_id: 'x' })),
    409: inClosedCase,
    ...BODY_FAULTS,
  },
  'POST /ai/v1/chat/{chat_id}/continue': {
    400: invalidJson,
    404: (scene, operation) => scene.call(operation.method, operation.at(UNKNOWN_ID), { body: {} }),
    409: asNewcomer,
    ...BODY_FAULTS,
  },
  'POST /ai/v1/chat/{chat_id}/regenerate': {
    200: ofTurn((_, { turnId }) => turnId),
    400: ofTurn(() => UNKNOWN_ID),
    404: ofUnknownChat,
    409: ofTurn(drawn),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/chat/{chat_id}/title': {
    400: invalidJson,
    404: (scene, operation) => scene.call(operation.method, operation.at(UNKNOWN_ID), { body: {} }),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/chat/{chat_id}/version': {
    200: ofTurn(regenerated),
    400: ofTurn((_, { turnId }) => turnId),
    404: ofUnknownChat,
    ...BODY_FAULTS,
  },
  'POST /ai/v1/preview': {
    200: sends(() => ({ prompt: 'Write to Anna Schmidt.' })),
    400: sends(() => ({ prompt: ' ' })),
    409: allAtOnce,
    ...BODY_FAULTS,
  },
  'GET /ai/v1/capabilities': { 200: asks() },
  'GET /ai/v1/kinds': { 200: asks() },
  'GET /ai/v1/models': { 200: asks() },
  'GET /ai/v1/history': { 200: asNewcomer },
  'GET /ai/v1/history/{chat_id}': {
    200: asNewcomer,
    400: asks(undefined, '?limit=0'),
    404: asks(() => [UNKNOWN_ID]),
  },
  'GET /ai/v1/sessions': { 200: asNewcomer, 400: asks(undefined, '?limit=0') },
  'POST /ai/v1/sessions/search': {
    200: searched,
    400: sends(() => ({ text: 'x' })),
    ...BODY_FAULTS,
  },
  'PUT /ai/v1/sessions/{session_id}/pin': { 200: asNewcomer, 404: asks(() => [UNKNOWN_ID]) },
  'DELETE /ai/v1/sessions/{session_id}/pin': { 200: asNewcomer, 404: asks(() => [UNKNOWN_ID]) },
  'POST /ai/v1/sessions/{session_id}/share': {
    200: ofShare(false),
    400: ofShare(false, INVALID_EXPIRY),
    403: ofShare(false, { originals: true }),
    404: sends(),
    ...BODY_FAULTS,
  },
  'GET /ai/v1/sessions/{session_id}/share': { 200: ofShare(true), 404: ofShare(false) },
  'DELETE /ai/v1/sessions/{session_id}/share': { 200: ofShare(true), 404: ofShare(false) },
  'GET /ai/v1/sessions/{session_id}/corrections': { 200: ofCorrection(), 404: asks(() => [UNKNOWN_ID]) },
  'POST /ai/v1/sessions/{session_id}/suggestions': {
    200: ofCorrection(),
    400: ofCorrection({ action: 'forget' }),
    404: ofCorrection({ value: 'Other Ltd' }),
    ...BODY_FAULTS,
  },
  'GET /ai/v1/shares/{share_id}': {
    200: asReader,
    400: asks(() => [UNKNOWN_ID], '?limit=0'),
    404: asks(() => [UNKNOWN_ID]),
  },
  'POST /ai/v1/rename-session': { 200: asNewcomer, 400: sends(() => ({ session_id: 'x' })), ...BODY_FAULTS },
  'DELETE /ai/v1/delete-session/{session_id}': { 200: asNewcomer, 400: asks() },
  'POST /ai/v1/get-token-usage': {
    200: usageOfFew,
    400: sends(() => ({ start_date: 2, end_date: 1 })),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/generate-image': { 200: sends(), 400: sends(() => ({ prompt: ' ' })), ...BODY_FAULTS },
  'GET /ai/v1/images/{id}': { 404: asks() },
  'POST /ai/v1/upload': {
    200: upload('A text.'),
    400: upload(''),
    413: upload('x'.repeat(2 * 1024 ** 2)),
    415: upload('A text.', { 'content-encoding': 'gzip' }),
  },
  'DELETE /ai/v1/upload/{id}': { 200: asks(uploaded), 404: asks(() => [UNKNOWN_ID]) },
  'POST /ai/v1/openai/v1/chat/completions': {
    200: sends(undefined, PLACEHOLDERS),
    400: sends(() => ({ model: 'nobody' })),
    413: tooLarge(17 * 1024 ** 2),
    415: wrongType,
  },
  'GET /ai/v1/openai/v1/models': { 200: asks() },
};

const logIn =
  (changes: object = {}): Recipe =>
  async (scene, { path }) => {
    const { userName, password } = await scene.system.user();
    return scene.call('POST', path, { body: { userName, password, ...changes }, user: null });
  };

const withRefreshToken: Recipe = async (scene, { path }) => {
  const { refreshToken } = await scene.system.user();
  return scene.call('POST', path, { body: { refreshToken }, user: null });
};

const noRefreshToken = sends(() => ({ refreshToken: 5 }));

export const LOGIN_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /idm/v1/auth/login': {
    200: logIn(),
    400: logIn({ userName: 5 }),
    401: logIn({ password: 'wrong' }),
    ...BODY_FAULTS,
  },
  'POST /idm/v1/auth/refresh': { 200: withRefreshToken, 400: noRefreshToken, 401: sends(), ...BODY_FAULTS },
  'POST /idm/v1/auth/logout': { 200: withRefreshToken, 400: noRefreshToken, ...BODY_FAULTS },
  'GET /idm/v1/.well-known/jwks.json': { 200: asks() },
  'GET /health/live': { 200: asks() },
  'GET /health/ready': { 200: asks() },
};
