import { ROLES, type Scope } from '@app/common';
import type { Caller } from '../support/api-client';
import { ACCESS_RECIPES } from './examples/access-recipes';
import { ASSISTANT_RECIPES } from './examples/assistant-recipes';
import { BUDGET_RECIPES } from './examples/budget-recipes';
import { CASE_RECIPES } from './examples/case-recipes';
import { CHAT_RECIPES, LOGIN_RECIPES } from './examples/chat-recipes';
import { EVALUATION_RECIPES } from './examples/evaluation-recipes';
import { FILE_RECIPES } from './examples/file-recipes';
import { GATEWAY_RECIPES } from './examples/gateway-recipes';
import { JOB_RECIPES } from './examples/job-recipes';
import { ORGANIZATION_RECIPES } from './examples/organization-recipes';
import { PLUG_RECIPES } from './examples/plug-recipes';
import { withoutToken, type Recipes } from './examples/recipe';
import { SCIM_RECIPES } from './examples/scim-recipes';
import { SESSION_RECIPES } from './examples/session-recipes';
import { form, readDocument, type Operation } from './open-api';
import type { Scene } from './scene';
import type { Story } from './story';

const RECIPES: Record<string, Recipes> = {
  ...LOGIN_RECIPES,
  ...SESSION_RECIPES,
  ...ACCESS_RECIPES,
  ...ORGANIZATION_RECIPES,
  ...BUDGET_RECIPES,
  ...CHAT_RECIPES,
  ...CASE_RECIPES,
  ...ASSISTANT_RECIPES,
  ...EVALUATION_RECIPES,
  ...FILE_RECIPES,
  ...GATEWAY_RECIPES,
  ...JOB_RECIPES,
  ...PLUG_RECIPES,
  ...SCIM_RECIPES,
};

/**
 * Answers that are not JSON: images and other files, an archive of exported files, and lines with hashes. The suite of exports
 * compares the archive with the example; the suite of the audit trail computes the hashes; that of files reads them; that of SCIM
 * expects no body.
 */
const NO_JSON = new Set([
  'GET /ai/v1/images/{id} 200',
  'GET /ai/v1/files/{job_id} 200',
  'POST /ai/v1/files/anonymize 200',
  'POST /ai/v1/files/restore 200',
  'GET /ai/v1/openai/v1/files/{file_id}/content 200',
  'GET /ai/v1/export 200',
  'PATCH /idm/v1/scim/v2/Groups/{group_id} 204',
  'DELETE /idm/v1/scim/v2/Groups/{group_id} 204',
  'DELETE /idm/v1/scim/v2/Users/{user_id} 204',
  'GET /admin/v1/audit/export 200',
  'GET /admin/v1/evaluations/{evaluation_id}/report 200',
]);

/** Optional response headers: the service sends them only in some cases. */
const AT_TIMES = new Set([
  'Idempotency-Replayed',
  'X-Budget-Remaining',
  'X-Budget-Unit',
  'X-Dropped-Parameters',
]);

/** Statuses of failures outside the service. The suites that cause these failures check the examples. */
const TROUBLE = new Set([408, 429, 502, 503, 504]);
/** Answers that need a provider, which this scene does not have, each with the suite that covers it. */
const OF_PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  'test/e2e/api-and-worker/batches.ts': [
    ...[200, 404].map((status) => `POST /ai/v1/openai/v1/batches ${status}`),
    'GET /ai/v1/openai/v1/batches 200',
    'GET /ai/v1/openai/v1/batches/{batch_id} 200',
    ...[200, 409].map((status) => `POST /ai/v1/openai/v1/batches/{batch_id}/cancel ${status}`),
  ],
  'test/e2e/api/continue.ts': ['POST /ai/v1/chat/{chat_id}/continue 200'],
  'test/e2e/api/title.ts': ['POST /ai/v1/chat/{chat_id}/title 200'],
  'libs/llm/src/refusals.spec.ts': [
    'openai/v1/chat/completions',
    'openai/v1/embeddings',
    'openai/v1/responses',
    'anthropic/v1/messages',
    'gemini/v1beta/models/{model}:generateContent',
    'gemini/v1beta/models/{model}:streamGenerateContent',
  ].map((path) => `POST /ai/v1/${path} 404`),
  'libs/auth/src/console/console-session.module-spec.ts': [
    'POST /idm/v1/auth/invitation 403',
    'POST /idm/v1/auth/login 403',
  ],
  'test/integration/single-sign-on.e2e-spec.ts': [
    'GET /admin/v1/single-sign-on 200',
    'GET /admin/v1/single-sign-on/checks 200',
    'GET /idm/v1/oidc/login 302',
    ...[302, 400, 401, 403].map((status) => `GET /idm/v1/oidc/callback ${status}`),
    ...[200, 400].map((status) => `POST /idm/v1/oidc/backchannel-logout ${status}`),
  ],
};

/** Tests every status of every operation of the OpenAPI document: the service answers what the example shows. */
export function describeExamples(scene: () => Scene, story: () => Story): void {
  let operations: Operation[];

  beforeAll(async () => {
    operations = await readDocument((path) => scene().call('GET', path));
  });

  const operation = (name: string): Operation => operations.find((one) => one.name === name)!;

  for (const [name, recipes] of Object.entries(RECIPES)) {
    for (const [shown, recipe] of Object.entries(recipes)) {
      const [status, code] = shown.split(' ');
      it(`${name} ${shown}`, async () => {
        const one = operation(name);
        const answer = await recipe(scene(), one, story());
        const example = form(one.shown(Number(status), code));
        expect([answer.status, form(answer.body)]).toEqual([Number(status), example]);
        for (const header of one.headers(Number(status)))
          if (!AT_TIMES.has(header)) expect([header, answer.headers.has(header)]).toEqual([header, true]);
      });
    }
  }

  it('serves images with their own content type', async () => {
    const { headers, status } = await scene().call('GET', String(story().image.body.image_url), {
      user: null,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('answers 401 without a token at every endpoint that needs one', async () => {
    const withToken = operations.filter(({ needsToken }) => needsToken);
    for (const one of withToken) {
      const answer = await withoutToken(scene(), one, story());
      expect([one.name, answer.status, form(answer.body)]).toEqual([one.name, 401, form(one.shown(401))]);
    }
    expect(withToken.length).toBeGreaterThan(15);
  });

  it('answers 403 to keys and roles without the right at every restricted endpoint', async () => {
    const closed = operations.filter(isClosed);
    const keys = await refusedKeys(scene());
    for (const one of closed) {
      const isForAll = one.roles.length === ROLES.length;
      const user = isForAll ? keys.find(({ scope }) => scope !== one.scope)! : scene().stranger;
      const answer = await scene().call(one.method, one.at(), { user });
      expect([one.name, answer.status, form(answer.body)]).toEqual([one.name, 403, form(one.shown(403))]);
    }
    expect(closed.length).toBeGreaterThan(30);
  });

  it('covers every operation and every status', () => {
    const ofProviders = new Set(Object.values(OF_PROVIDERS).flat());
    const documented = operations.flatMap((one) =>
      one.answers
        .filter((answer) => !TROUBLE.has(parseInt(answer, 10)) && !ofProviders.has(`${one.name} ${answer}`))
        .filter((answer) => !(answer === '401' && one.needsToken))
        .filter((answer) => !(answer === '403' && isClosed(one)))
        .map((answer) => `${one.name} ${answer}`),
    );
    const shown = Object.entries(RECIPES).flatMap(([name, recipes]) =>
      Object.keys(recipes).map((answer) => `${name} ${answer}`),
    );
    expect(documented.filter((one) => !NO_JSON.has(one)).sort()).toEqual(shown.sort());
    process.stdout.write(
      `Examples of the OpenAPI document checked: ${documented.length} of ${documented.length}\n`,
    );
  });
}

/** Whether 403 means that a key or role lacks the right. Public endpoints answer 403 for other reasons. */
const isClosed = ({ name, needsToken, statuses }: Operation): boolean =>
  needsToken && statuses.includes(403) && !RECIPES[name]?.[403];

/** Returns two keys with different scopes, so that each endpoint rejects at least one of them. */
async function refusedKeys(scene: Scene): Promise<(Caller & { scope: Scope })[]> {
  const scopes = ['chat', 'usage'] as const;
  return Promise.all(
    scopes.map(async (scope) => {
      const { body } = await scene.call('POST', '/idm/v1/keys', { body: { name: scope, scopes: [scope] } });
      const { key } = body.data as { key: string };
      return { scope, authorization: { authorization: `Bearer ${key}` } };
    }),
  );
}
