import { showUsageByPerson } from '../../support/usage-by-person';
import type { Scene } from '../scene';
import { chatRequest } from '../story';
import { asAdmin, type Admin, type Prepared } from './as-admin';
import { asks, BODY_FAULTS, UNKNOWN_ID, type Recipe } from './recipe';

const BUDGET = { unit: 'tokens', soft: 800_000, hard: 1_000_000 };
const year = new Date().getUTCFullYear();
const MONTHS = `&start_date=${year}-01-01T00:00:00Z&end_date=${year}-12-31T23:59:59Z`;

const aGroup = ({ make }: Admin): Promise<string> => make('/admin/v1/groups', { name: 'Legal' });
/** Shows usage by person. The examples show the usage of few callers, which is hidden otherwise. */
const showPersons = ({ admin }: Admin, { system }: Scene) => showUsageByPerson(system, admin.organizationId);
const ofAGroup = async (made: Admin, scene: Scene): Promise<Prepared> => {
  await showPersons(made, scene);
  return { values: ['group', await aGroup(made)] };
};
const withBudget = async (made: Admin, scene: Scene): Promise<Prepared> => {
  const { values } = await ofAGroup(made, scene);
  await made.call('PUT', `/admin/v1/budgets/${values!.join('/')}`, BUDGET);
  return { values: values! };
};
/** Creates budgets of the admin's group. */
const withOwnBudget = async (made: Admin, scene: Scene): Promise<Prepared> => {
  const { values } = await withBudget(made, scene);
  await made.call('PUT', `/admin/v1/groups/${values![1]}/members/${made.admin.id}`);
  return {};
};
const ofUnknownGroup = asAdmin(async () => ({ values: ['group', UNKNOWN_ID] }));
const ofUnknownKind = asAdmin(async () => ({ values: ['team', UNKNOWN_ID] }));

/** Queries the usage after a call of a model that has a price. */
const used = (query: string) =>
  asAdmin(async (made, scene) => {
    await showPersons(made, scene);
    await made.call('POST', 'chat', chatRequest({ prompt: 'Hello' }));
    return { query: query + MONTHS };
  });

/** Recipes for budgets and usage. Each uses its own organization. */
export const BUDGET_RECIPES: Record<string, Record<number, Recipe>> = {
  'GET /admin/v1/budgets': {
    200: asAdmin(async (made, scene) => (await withBudget(made, scene), {})),
    400: asks(() => [], '?limit=0'),
  },
  'GET /admin/v1/budgets/{kind}/{subject_id}': {
    200: asAdmin(withBudget),
    400: ofUnknownKind,
    404: ofUnknownGroup,
  },
  'PUT /admin/v1/budgets/{kind}/{subject_id}': {
    200: asAdmin(ofAGroup),
    400: asAdmin(async (made, scene) => ({ ...(await ofAGroup(made, scene)), body: { soft: 2_000_000 } })),
    404: ofUnknownGroup,
    ...BODY_FAULTS,
  },
  'DELETE /admin/v1/budgets/{kind}/{subject_id}': {
    200: asAdmin(withBudget),
    400: ofUnknownKind,
    404: ofUnknownGroup,
  },
  'GET /ai/v1/budget': { 200: asAdmin(withOwnBudget) },
  'GET /admin/v1/usage': {
    200: used('?by=model'),
    400: asks(() => [], '?by=model&start_date=2026-02-01T00:00:00Z&end_date=2026-01-01T00:00:00Z'),
    403: asAdmin(async () => ({ query: `?by=user${MONTHS}` })),
  },
};
