import { asks, BODY_FAULTS, sends, type Recipe, type Recipes } from './recipe';

const OTHER_LANGUAGE = '?language=xx';

/** A text is no JSON. */
const isUp: Recipe = async (scene, { method, path }) => {
  const answer = await scene.call(method, path, { user: null });
  return { ...answer, body: undefined as never };
};

/** Recipes for the interfaces of other tools. */
export const PLUG_RECIPES: Record<string, Recipes> = {
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
