import { randomUUID } from 'node:crypto';
import { asks, BODY_FAULTS, sends, tooLarge, wrongType, type Recipe, type Recipes } from './recipe';

const OTHER_LANGUAGE = '?language=xx';

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
