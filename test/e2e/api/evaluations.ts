import { ApiClient } from '../../support/api-client';
import { useApi } from './scene';

const scene = useApi();
const LIST = '/admin/v1/evaluations';
const TEXT = 'Mr. Hans Weber called about the harvest.';
const WEBER = { start: 4, end: 14, kind: 'Names' };

interface Text {
  data: { text_id: string; version: number; spans: object[]; removed: object[] };
}

/** Creates an evaluation with a text, as a new admin. */
async function anEvaluation() {
  const user = await scene.system.user({ role: 'admin' });
  const admin = new ApiClient(scene.system, user);
  const made = await admin.post<{ data: { evaluation_id: string } }>(LIST, { name: 'Letters' });
  const at = `${LIST}/${made.body.data.evaluation_id}`;
  const added = await admin.post<{ data: { text_id: string }[] }>(`${at}/texts`, {
    texts: [{ text: TEXT, lang: 'en' }],
  });
  return { user, admin, at, text: `${at}/texts/${added.body.data[0]!.text_id}` };
}

describe('an evaluation of a policy', () => {
  it('measures the texts that its admin has marked, before and after a change, and reports it [SEC-217]', async () => {
    const { admin, at, text } = await anEvaluation();
    const suggested = (await admin.get<Text>(text)).body.data;
    expect(suggested).toMatchObject({ spans: [{ ...WEBER, origin: 'suggested' }], removed: [], version: 1 });
    const harvest = { start: TEXT.indexOf('harvest'), end: TEXT.length - 1, kind: 'Terms' };
    const body = { spans: [WEBER, harvest], state: 'done', version: 1 };
    const marked = await admin.call<Text>('PUT', text, { body });
    expect(marked.body.data.spans).toEqual([
      { ...WEBER, origin: 'suggested' },
      { ...harvest, origin: 'added' },
    ]);

    const policy = { terms: [{ phrase: 'harvest' }] };
    const measured = await admin.post(`${at}/measure`, { policy });
    const all = (count: number) => ({ kind: 'All', recall: { count, of: 2 }, over_masking: { count: 0 } });
    expect(measured.body).toMatchObject({
      data: {
        policy_version: 0,
        before: { texts: 1, outcomes: [{ kind: 'Terms' }, { kind: 'Names' }, all(1)] },
        after: { texts: 1, outcomes: [{ kind: 'Terms' }, { kind: 'Names' }, all(2)] },
      },
    });
    for (const [lang, title] of [
      ['en', '# What the policy hides'],
      ['de', '# Was die Richtlinie verbirgt'],
    ] as const) {
      const { status, headers, bytes } = await admin.get(`${at}/report?lang=${lang}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(bytes.toString()).toContain(title);
      expect(bytes.toString()).not.toMatch(/Weber|harvest|Letters/);
    }
  });

  it('is for its admin alone: not for other admins, other roles, or keys', async () => {
    const { user, admin, at, text } = await anEvaluation();
    const { organizationId } = user;
    const colleague = new ApiClient(scene.system, await scene.system.user({ role: 'admin', organizationId }));
    for (const path of [at, text, `${at}/texts`, `${at}/report`])
      expect((await colleague.get(path)).status).toBe(404);
    expect((await colleague.get(LIST)).body).toMatchObject({ data: [] });
    for (const role of ['auditor', 'member'] as const) {
      const other = new ApiClient(scene.system, await scene.system.user({ role, organizationId }));
      expect((await other.get(LIST)).status).toBe(403);
    }
    const made = await admin.post<{ data: { key: string } }>('/idm/v1/keys', { name: 'x', scopes: ['chat'] });
    const authorization = { authorization: `Bearer ${made.body.data.key}` };
    expect((await new ApiClient(scene.system, { authorization }).get(LIST)).status).toBe(403);
  });
});
