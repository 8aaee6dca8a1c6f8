import { asAdmin, type Admin, type Prepared } from './as-admin';
import { asks, BODY_FAULTS, tooLarge, UNKNOWN_ID, wrongType, type Recipe, type Recipes } from './recipe';

const LIST = '/admin/v1/evaluations';
const ONE = `${LIST}/{evaluation_id}`;
const TEXTS = `${ONE}/texts`;
const TEXT = `${TEXTS}/{text_id}`;
const OUTSIDE = { spans: [{ start: 0, end: 1_000, kind: 'Names' }] };

async function anEvaluation({ call }: Pick<Admin, 'call'>): Promise<string> {
  const { body } = await call('POST', LIST, { name: 'Letters of the legal department' });
  return (body.data as { evaluation_id: string }).evaluation_id;
}

/** Adds the text that the document shows. @returns the ids of the evaluation and of the text */
async function aText(made: Pick<Admin, 'call'>, text = 'Anna Schmidt called about blue team.') {
  const id = await anEvaluation(made);
  const { body } = await made.call('POST', `${LIST}/${id}/texts`, { texts: [{ text, lang: 'en' }] });
  return [id, (body.data as { text_id: string }[])[0]!.text_id] as const;
}

/** Adds and marks the text that the document shows. */
async function aMarkedText(made: Pick<Admin, 'call'>) {
  const [id, text] = await aText(made);
  const spans = [
    { start: 0, end: 12, kind: 'Names' },
    { start: 26, end: 35, kind: 'Organizations' },
  ];
  await made.call('PUT', `${LIST}/${id}/texts/${text}`, { spans, state: 'done', version: 1 });
  return [id, text] as const;
}

/** Marks the name in a text that has nothing else. */
async function aDoneText(made: Pick<Admin, 'call'>): Promise<string> {
  const [id, text] = await aText(made, 'Anna Schmidt called.');
  const spans = [{ start: 0, end: 12, kind: 'Names' }];
  await made.call('PUT', `${LIST}/${id}/texts/${text}`, { spans, state: 'done', version: 1 });
  return id;
}

const withEvaluation = (more: Prepared = {}) =>
  asAdmin(async (made) => ({ values: [await anEvaluation(made)], ...more }));
const withText = (more: Prepared = {}) =>
  asAdmin(async (made) => ({ values: [...(await aText(made))], ...more }));
const ofUnknown = asAdmin(async () => ({ values: [UNKNOWN_ID] }));
const ofUnknownText = asAdmin(async (made) => ({ values: [await anEvaluation(made), UNKNOWN_ID] }));

const withMany: Recipe = asAdmin(async ({ admin }, { system }) => {
  await system.db.query(
    `INSERT INTO evaluations (id, organization_id, user_id, name)
     SELECT gen_random_uuid(), $1, $2, '' FROM generate_series(1, 50)`,
    [admin.organizationId, admin.id],
  );
  return {};
});

const withManyTexts: Recipe = asAdmin(async (made, { system }) => {
  const id = await anEvaluation(made);
  await system.db.query(
    `INSERT INTO evaluation_texts (id, evaluation_id, content, marked, length, marked_values)
     SELECT gen_random_uuid(), $1, '', '', 1, 0 FROM generate_series(1, 1000)`,
    [id],
  );
  return { values: [id] };
});

/** Recipes for evaluations. Each uses its own organization. */
export const EVALUATION_RECIPES: Record<string, Recipes> = {
  [`POST ${LIST}`]: {
    200: asAdmin(),
    400: asAdmin(async () => ({ body: { name: '' } })),
    409: withMany,
    ...BODY_FAULTS,
  },
  [`GET ${LIST}`]: { 200: withEvaluation(), 400: asks(() => [], '?limit=0') },
  [`GET ${ONE}`]: { 200: withEvaluation(), 404: asks(() => [UNKNOWN_ID]) },
  [`DELETE ${ONE}`]: { 200: withEvaluation(), 404: asks(() => [UNKNOWN_ID]) },
  [`POST ${TEXTS}`]: {
    200: withEvaluation(),
    400: withEvaluation({ body: { texts: [] } }),
    404: ofUnknown,
    409: withManyTexts,
    ...BODY_FAULTS,
  },
  [`GET ${TEXTS}`]: {
    200: asAdmin(async (made) => ({ values: [(await aText(made))[0]] })),
    400: asks(() => [UNKNOWN_ID], '?limit=0'),
    404: asks(() => [UNKNOWN_ID]),
  },
  [`GET ${TEXT}`]: {
    200: asAdmin(async (made) => ({ values: [...(await aMarkedText(made))] })),
    404: ofUnknownText,
  },
  [`PUT ${TEXT}`]: {
    200: withText(),
    400: withText({ body: OUTSIDE }),
    404: ofUnknownText,
    409: withText({ body: { version: 7 } }),
    ...BODY_FAULTS,
  },
  [`DELETE ${TEXT}`]: { 200: withText(), 404: ofUnknownText },
  [`POST ${ONE}/measure`]: {
    200: asAdmin(async (made) => ({ values: [await aDoneText(made)], body: { policy: {} } })),
    400: asAdmin(async (made) => ({
      values: [await aDoneText(made)],
      body: { policy: { terms: [{ phrase: 'a' }, { phrase: 'b' }, { phrase: 'c' }, { phrase: '' }] } },
    })),
    404: ofUnknown,
    409: withEvaluation(),
    413: tooLarge(8 * 1024 ** 2),
    415: wrongType,
  },
  [`GET ${ONE}/report`]: {
    400: asks(() => [UNKNOWN_ID], '?lang=fr'),
    404: asks(() => [UNKNOWN_ID]),
    409: withEvaluation(),
  },
};
