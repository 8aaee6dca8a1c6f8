import { randomUUID } from 'node:crypto';
import { ApiClient } from '../../support/api-client';
import { sendPrompt } from '../../support/chat';
import { showUsageByPerson } from '../../support/usage-by-person';
import { useApi } from './scene';

interface UsageBody {
  success: boolean;
  message: string;
  data: Record<string, unknown>;
}

const scene = useApi();

const usage = (start_date: unknown, end_date: unknown, of = scene.api) =>
  of.post<UsageBody>('get-token-usage', { start_date, end_date });
const insert = (
  organizationId: string,
  model: string,
  tokens: number,
  at: string,
  userId: string = randomUUID(),
) =>
  scene.system.db.query(
    `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source, created_at)
     VALUES (gen_random_uuid(), $1, $5, $2, $3, 0, 'provider', $4)`,
    [organizationId, model, tokens, at, userId],
  );

const showPersons = (isShown: boolean) => showUsageByPerson(scene.system, scene.user.organizationId, isShown);

describe('token usage', () => {
  beforeAll(() => showPersons(true));
  afterAll(() => showPersons(false));

  it('is exact under concurrent chats, by model and by day', async () => {
    const from = Date.now();
    const models = ['test-model', 'test-model', 'test-model', 'other-model'];
    await Promise.all(models.map((model) => sendPrompt(scene.api, 'Hello', { model })));
    const to = Date.now();
    const { status, body } = await usage(from, String(to));
    const count = (requests: number) => ({
      total_tokens: 34 * requests,
      prompt_tokens: 21 * requests,
      completion_tokens: 13 * requests,
      requests,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        organization_id: scene.user.organizationId,
        start_date: new Date(from).toISOString(),
        end_date: new Date(to).toISOString(),
        ...count(4),
        by_model: [
          { model: 'other-model', ...count(1) },
          { model: 'test-model', ...count(3) },
        ],
        by_day: expect.any(Array),
      },
    });
    const byDay = body.data.by_day as { total_tokens: number }[];
    expect(byDay.reduce((sum, day) => sum + day.total_tokens, 0)).toBe(34 * 4);
  });

  it('includes both ends, to the millisecond, and groups by UTC days', async () => {
    await insert(scene.user.organizationId, 'm', 1, '2026-01-31T22:59:59.999Z');
    await insert(scene.user.organizationId, 'm', 10, '2026-01-31T23:00:00.000Z');
    await insert(scene.user.organizationId, 'm', 100, '2026-02-01T01:00:00.000Z');
    await insert(scene.user.organizationId, 'm', 1000, '2026-02-01T01:00:00.001Z');
    const { body } = await usage('2026-02-01T00:00:00+01:00', '2026-02-01T01:00:00.000Z');
    expect(body.data).toMatchObject({
      total_tokens: 110,
      requests: 2,
      by_day: [
        { date: '2026-01-31', total_tokens: 10 },
        { date: '2026-02-01', total_tokens: 100 },
      ],
    });
  });

  it("covers all users of the caller's organization and no other organization", async () => {
    const at = '2025-06-01T12:00:00Z';
    await insert(scene.user.organizationId, 'm', 7, at);
    const colleague = new ApiClient(
      scene.system,
      await scene.system.user({ organizationId: scene.user.organizationId }),
    );
    const stranger = new ApiClient(scene.system, await scene.system.user());
    expect((await usage(at, at, colleague)).body.data).toMatchObject({ total_tokens: 7 });
    expect((await usage(at, at, stranger)).body.data).toMatchObject({
      total_tokens: 0,
      by_model: [],
      by_day: [],
    });
  });

  it('omits models of fewer than five callers unless usage by person is shown', async () => {
    const at = '2025-07-01T12:00:00Z';
    const { organizationId } = scene.user;
    const callers = await Promise.all(Array.from({ length: 6 }, () => scene.system.user({ organizationId })));
    for (const [i, { id }] of callers.entries()) {
      await insert(organizationId, 'of-six', 1, at, id);
      if (i > 0) await insert(organizationId, 'of-five', 1, at, id);
      else await insert(organizationId, 'of-one', 1, at, id);
    }
    const models = async () =>
      ((await usage(at, at)).body.data.by_model as { model: string }[]).map(({ model }) => model);
    expect(await models()).toEqual(['of-five', 'of-one', 'of-six']);
    await showPersons(false);
    // Without `of-five`, the total would reveal the usage of the single caller.
    expect(await models()).toEqual(['of-six']);
    await showPersons(true);
  });

  it('remains when the chat is deleted', async () => {
    const from = Date.now();
    const { session_id } = (await sendPrompt(scene.api, 'Hello')).body;
    await scene.api.delete(`delete-session/${session_id}`);
    expect((await usage(from, Date.now())).body.data).toMatchObject({ total_tokens: 34 });
  });

  it.each([
    ['the wrong way round', 2, 1],
    ['too far apart', '2024-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['without an offset', '2026-01-01T00:00:00', '2026-01-02T00:00:00'],
    ['missing', undefined, 1],
    ['words', 'yesterday', 'today'],
  ])('rejects dates that are %s', async (_, start, end) => {
    expect(await usage(start, end)).toMatchObject({
      status: 400,
      body: { success: false, response_code: 400 },
    });
  });
});
