import type { Stage } from '../stage';
import { expectStatus } from './chats';

const BUDGETS = '/admin/v1/budgets';

/** Uses up a budget with a program's key, reads every answer and notification about it, and sends invalid budgets. */
export async function playBudgets(stage: Stage): Promise<void> {
  const { plants, system, around } = stage;
  // A separate organization, since the other scenarios have no budgets.
  const admin = await system.user({ role: 'admin' });
  const as = (method: string, path: string, body?: object) =>
    stage.call<{ data: { id: string; key: string } }>(path, { method, user: admin, ...(body && { body }) });
  const url = `${around.receiver.url}/${plants.secret('webhook path of budgets')}`;
  const events = ['budget.exceeded', 'budget.warned'];
  await expectStatus(200, as('PUT', '/admin/v1/webhook', { url, events }));
  const { data } = await expectStatus(
    200,
    as('POST', '/admin/v1/keys', { name: 'With a budget', scopes: ['chat', 'usage'] }),
  );
  plants.add('secret', 'API key', data.key);
  const program = { authorization: { authorization: `Bearer ${data.key}` } };
  const budget = `${BUDGETS}/key/${data.id}`;
  const ask = () =>
    stage.ai('chat', { user: program, body: stage.prompt(plants.sentence('prompt under a budget')) });
  await expectStatus(200, as('PUT', budget, { unit: 'tokens', soft: 1 }));
  await expectStatus(200, ask());
  await expectStatus(200, as('PUT', budget, { unit: 'tokens', hard: 1 }));
  await expectStatus(429, ask());
  await expectStatus(200, stage.ai('budget', { user: program }));
  const year = new Date().getUTCFullYear();
  const months = `start_date=${year}-01-01T00:00:00Z&end_date=${year}-12-31T00:00:00Z`;
  for (const path of [BUDGETS, budget, `/admin/v1/usage?by=key&${months}`])
    await expectStatus(200, as('GET', path));
  for (const [status, path, body] of [
    [400, budget, { unit: plants.secret('refused unit'), hard: 1 }],
    [400, budget, { unit: 'tokens', hard: plants.secret('refused threshold') }],
    [400, `${BUDGETS}/${plants.secret('refused kind')}/${data.id}`, { unit: 'tokens', hard: 1 }],
    [400, `${BUDGETS}/key/${plants.secret('refused subject')}`, { unit: 'tokens', hard: 1 }],
  ] as const)
    await expectStatus(status, as('PUT', path, body));
  await expectStatus(400, as('GET', `/admin/v1/usage?by=${plants.secret('refused by')}&${months}`));
  await expectStatus(200, as('DELETE', budget));
}
