import { randomUUID } from 'node:crypto';
import { asAdmin } from './as-admin';
import { aCase } from './case-recipes';
import {
  asks,
  BODY_FAULTS,
  invalidJson,
  sends,
  tooLarge,
  wrongType,
  type Recipe,
  type Recipes,
} from './recipe';

const OTHER_LANGUAGE = '?language=xx';

/** Sends a notification, which has no id and no answer. */
const notified: Recipe = async (scene, { method, path }) => {
  const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
  return { ...(await scene.call(method, path, { body })), body: undefined as never };
};

/** Sends a message to a server with a new case. A notification has no answer. */
const inCase = (server: string, body: object = {}): Recipe => {
  const send = asAdmin(async (made) => ({
    values: [server],
    body,
    headers: { 'x-case': await aCase(made) },
  }));
  return async (...given) => {
    const answer = await send(...given);
    return answer.status === 202 ? { ...answer, body: undefined as never } : answer;
  };
};

/** A text is no JSON. */
const isUp: Recipe = async (scene, { method, path }) => {
  const answer = await scene.call(method, path, { user: null });
  return { ...answer, body: undefined as never };
};

/** Sends the same new call at once until one request comes between another's reading and writing. */
const atOnce: Recipe = async (scene, { method, path, request }) => {
  for (;;) {
    const body = { ...request, texts: ['Write to Anna Schmidt.'], litellm_call_id: randomUUID() };
    const answers = await Promise.all([0, 1, 2, 3].map(() => scene.call(method, path, { body })));
    const refused = answers.find(({ status }) => status === 409);
    if (refused) return refused;
  }
};

/** Recipes for the interfaces of other tools. */
export const PLUG_RECIPES: Record<string, Recipes> = {
  'POST /ai/v1/litellm/beta/litellm_basic_guardrail_api': {
    200: sends(() => ({ litellm_call_id: randomUUID() })),
    400: sends(() => ({ input_type: 'both' })),
    409: atOnce,
    413: tooLarge(17 * 1024 ** 2),
    415: wrongType,
  },
  'POST /ai/v1/mcp': {
    200: sends(),
    202: notified,
    400: invalidJson,
    413: tooLarge(17 * 1024 ** 2),
    415: wrongType,
  },
  'POST /ai/v1/mcp/{server}': {
    200: inCase('crm'),
    202: inCase('crm', { id: undefined, method: 'notifications/initialized' }),
    400: sends(),
    404: inCase('unknown'),
    413: tooLarge(17 * 1024 ** 2),
    415: wrongType,
  },
  'POST /ai/v1/presidio/analyze': {
    200: sends(),
    400: sends(() => ({ entities: ['CRYPTO'] })),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/presidio/anonymize': {
    200: sends(),
    400: sends(() => ({ anonymizers: { DEFAULT: { type: 'custom' } } })),
    ...BODY_FAULTS,
  },
  'POST /ai/v1/presidio/deanonymize': {
    200: sends(),
    400: sends(() => ({ deanonymizers: {} })),
    ...BODY_FAULTS,
  },
  'GET /ai/v1/presidio/recognizers': { 200: asks(), 400: asks(undefined, OTHER_LANGUAGE) },
  'GET /ai/v1/presidio/supportedentities': { 200: asks(), 400: asks(undefined, OTHER_LANGUAGE) },
  'GET /ai/v1/presidio/health': { 200: isUp },
};
