import { DataSource } from 'typeorm';
import { newId, type Caller, type Owner } from '@app/common';
import { runTogether } from '@app/database';
import { startContext, type ServiceContext } from '@app/testing';
import { CountedCallsStore, type UsageInput } from './counted-calls.store';
import { UsageModule } from './usage.module';
import { UsageStore, type UsageBy } from './usage.store';

describe('UsageStore', () => {
  let context: ServiceContext;
  let counted: CountedCallsStore;
  let usage: UsageStore;
  beforeAll(async () => {
    context = await startContext([UsageModule], { LLM_PRICES: 'priced=2.5/10 per 1M EUR' });
    [counted, usage] = [context.get(CountedCallsStore), context.get(UsageStore)];
  });
  afterAll(() => context?.stop());

  const anOwner = (organizationId = newId()): Caller => ({ userId: newId(), organizationId, groups: [] });
  const record = (call: UsageInput): Promise<number> =>
    runTogether(context.app.get(DataSource), [{ scope: call.owner, statements: counted.recording(call) }]);
  /** Records calls of one, two, three... prompt tokens at the given times. */
  async function call(owner: Caller, model: string, ...times: readonly string[]): Promise<void> {
    for (const [i, time] of times.entries()) {
      const cost = { promptTokens: i + 1, completionTokens: 10, source: 'provider' } as const;
      await record({ owner, model, hidden: {}, cost });
      await context.db.query(
        'UPDATE token_usage SET created_at = $2 WHERE user_id = $1 AND created_at > $3',
        [owner.userId, time, '2026-06-30'],
      );
    }
  }
  const report = (owner: Owner, from: string, to: string) =>
    usage.report(owner.organizationId, new Date(from), new Date(to));

  it('sums the usage of an organization by model and by UTC day', async () => {
    const owner = anOwner();
    const colleague = anOwner(owner.organizationId);
    await call(owner, 'a', '2026-03-01T00:00:00Z', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z');
    await call(colleague, 'b', '2026-03-02T12:00:00Z');
    await call(anOwner(), 'a', '2026-03-01T00:00:00Z');
    expect(await report(owner, '2026-03-01', '2026-04-01')).toEqual({
      totalTokens: 47,
      promptTokens: 7,
      completionTokens: 40,
      requests: 4,
      byModel: [
        { model: 'a', totalTokens: 36, promptTokens: 6, completionTokens: 30, requests: 3 },
        { model: 'b', totalTokens: 11, promptTokens: 1, completionTokens: 10, requests: 1 },
      ],
      byDay: [
        { date: '2026-03-01', totalTokens: 23 },
        { date: '2026-03-02', totalTokens: 24 },
      ],
    });
  });

  it('includes both ends of the requested time, and nothing beyond', async () => {
    const owner = anOwner();
    await call(owner, 'a', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00.001Z');
    expect(await report(owner, '2026-03-01', '2026-03-02')).toMatchObject({ requests: 2 });
    expect(await report(owner, '2026-03-03', '2026-03-04')).toEqual({
      totalTokens: 0,
      promptTokens: 0,
      completionTokens: 0,
      requests: 0,
      byModel: [],
      byDay: [],
    });
  });

  it("lists a user's calls in their order, however many there are", async () => {
    const owner = anOwner();
    await context.db.query(
      `INSERT INTO token_usage (id, organization_id, user_id, model, prompt_tokens, completion_tokens, source)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, 'm', n, 0, 'tokenizer'
       FROM generate_series(1, 1001) AS n`,
      [owner.organizationId, owner.userId],
    );
    await call(anOwner(owner.organizationId), 'a', '2026-03-01');
    const listed: number[] = [];
    for await (const { promptTokens } of usage.calls(owner)) listed.push(promptTokens);
    expect(listed).toEqual(Array.from({ length: 1001 }, (_, i) => i + 1));
  });

  it('keeps the sums of an erased user without the user', async () => {
    const owner = anOwner();
    await call(owner, 'a', '2026-03-01', '2026-03-01');
    expect(await usage.unlink(owner)).toBe(2);
    expect(await usage.unlink(owner)).toBe(0);
    expect(await report(owner, '2026-03-01', '2026-04-01')).toMatchObject({ requests: 2 });
    for await (const call of usage.calls(owner)) throw new Error(`Still listed: ${call.id}`);
  });

  it('returns usage and cost by model, group, key and user, limited to what may be shown of individuals', async () => {
    const [group, other, keyId, service] = [newId(), newId(), newId(), newId()];
    const owner = anOwner();
    const { organizationId } = owner;
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organizationId, organizationId],
    );
    for (const [id, role] of [
      [owner.userId, 'member'],
      [service, null],
    ])
      await context.db.query(
        `INSERT INTO users (id, organization_id, user_name, login_name, active, role)
         VALUES ($1, $2, $4, $4, true, $3)`,
        [id, organizationId, role, id],
      );
    const cost = { promptTokens: 1_000_000, completionTokens: 0, source: 'provider' as const };
    for (const [caller, model] of [
      [{ ...owner, groups: [group, other] }, 'priced'],
      [{ ...owner, key: { id: keyId } }, 'priced'],
      [{ organizationId, userId: service, key: { id: service }, groups: [group] }, 'free'],
    ] as const)
      await record({ owner: caller, model, hidden: {}, cost });
    const shares = async (by: UsageBy, byPerson = false) => {
      const to = new Date(Date.now() + 60_000);
      const all = await usage.shares(organizationId, { by, from: new Date(0), to, byPerson });
      return Object.fromEntries(
        all.map(({ of, requests, costs }) => [of, [requests, costs[0]?.micros ?? 0]]),
      );
    };
    expect(await shares('model', true)).toEqual({ free: [1, 0], priced: [2, 5_000_000] });
    expect(await shares('group', true)).toEqual({
      [group]: [2, 2_500_000],
      [other]: [1, 2_500_000],
      null: [1, 2_500_000],
    });
    expect(await shares('key')).toEqual({ [service]: [1, 0], null: [2, 5_000_000] });
    expect(await shares('key', true)).toEqual({
      [service]: [1, 0],
      [keyId]: [1, 2_500_000],
      null: [1, 2_500_000],
    });
    expect(await shares('user')).toEqual({ null: [3, 5_000_000] });
    expect(await shares('user', true)).toEqual({ [owner.userId]: [2, 5_000_000], [service]: [1, 0] });
    // One user and one service account: with few callers, only the usage of programs is shown.
    expect(await shares('model')).toEqual({ free: [1, 0] });
    expect(await shares('group')).toEqual({});
    expect(Object.values(await shares('day'))).toEqual([[3, 5_000_000]]);
    expect(
      await usage.shares(newId(), { by: 'day', from: new Date(0), to: new Date(), byPerson: true }),
    ).toEqual([]);
  });

  it('omits groups with few callers if usage per user is off, and those that would leave a small rest', async () => {
    const organizationId = newId();
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organizationId, organizationId],
    );
    const [solo, six, nine] = [newId(), newId(), newId()];
    for (const [group, count] of [
      [solo, 1],
      [six, 6],
      [nine, 9],
    ] as const)
      for (let i = 0; i < count; i += 1) {
        const userId = newId();
        await context.db.query(
          `INSERT INTO users (id, organization_id, user_name, login_name, active, role)
           VALUES ($1, $2, $3, $3, true, 'member')`,
          [userId, organizationId, userId],
        );
        const owner = { organizationId, userId, groups: [group] };
        const cost = { promptTokens: 1, completionTokens: 1, source: 'provider' as const };
        await record({ owner, model: group, hidden: {}, cost });
      }
    const range = { from: new Date(0), to: new Date(Date.now() + 60_000) };
    for (const by of ['group', 'model'] as const) {
      const seen = async (byPerson: boolean) =>
        (await usage.shares(organizationId, { by, ...range, byPerson })).map(({ of }) => of).toSorted();
      expect(await seen(false)).toEqual([nine]);
      expect(await seen(true)).toEqual([solo, six, nine].toSorted());
    }
    expect(await usage.largeShares(organizationId, { by: 'group', ...range })).toEqual(new Set([nine]));
  });

  it("shows of a model with few callers a user's own calls and those of service accounts, never the total", async () => {
    const organizationId = newId();
    const users = { anna: newId(), hans: newId(), service: newId(), other: newId() };
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organizationId, organizationId],
    );
    for (const userId of Object.values(users))
      await context.db.query(
        `INSERT INTO users (id, organization_id, user_name, login_name, active, role)
         VALUES ($1, $2, $3, $3, true, $4)`,
        [userId, organizationId, userId, userId === users.service ? null : 'member'],
      );
    const ask = (userId: string, model: string, key?: string) =>
      record({
        owner: { organizationId, userId, groups: [], ...(key && { key: { id: key } }) },
        model,
        hidden: {},
        cost: { promptTokens: 1, completionTokens: 2, source: 'provider' },
      });
    await ask(users.anna, 'shared');
    await ask(users.anna, 'shared', newId());
    await ask(users.hans, 'shared');
    await ask(users.service, 'shared', users.service);
    await ask(users.hans, 'of-hans');
    await ask(users.service, 'of-programs', users.service);
    const range = { from: new Date(0), to: new Date(Date.now() + 60_000) };
    const { byModel } = await usage.report(organizationId, range.from, range.to);
    const seen = async (userId: string, byPerson = false) => {
      const rows = await usage.byModelFor({ organizationId, userId }, byModel, { ...range, byPerson });
      return Object.fromEntries(
        rows.map(({ model, requests, totalTokens }) => [model, [requests, totalTokens]]),
      );
    };
    expect(await seen(users.anna)).toEqual({ 'of-programs': [1, 3], shared: [3, 9] });
    expect(await seen(users.hans)).toEqual({ 'of-hans': [1, 3], 'of-programs': [1, 3], shared: [2, 6] });
    for (const userId of [users.other, users.service])
      expect(await seen(userId)).toEqual({ 'of-programs': [1, 3], shared: [1, 3] });
    expect(await seen(users.other, true)).toEqual({
      'of-hans': [1, 3],
      'of-programs': [1, 3],
      shared: [4, 12],
    });
  });

  it('shows all calls of a model with at least five callers', async () => {
    const organizationId = newId();
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organizationId, organizationId],
    );
    for (let i = 0; i < 5; i += 1) {
      const userId = newId();
      await context.db.query(
        `INSERT INTO users (id, organization_id, user_name, login_name, active, role)
         VALUES ($1, $2, $3, $3, true, 'member')`,
        [userId, organizationId, userId],
      );
      const cost = { promptTokens: 1, completionTokens: 2, source: 'provider' } as const;
      await record({ owner: { organizationId, userId, groups: [] }, model: 'm', hidden: {}, cost });
    }
    const range = { from: new Date(0), to: new Date(Date.now() + 60_000) };
    const { byModel } = await usage.report(organizationId, range.from, range.to);
    const stranger = { organizationId, userId: newId() };
    expect(await usage.byModelFor(stranger, byModel, { ...range, byPerson: false })).toMatchObject([
      { model: 'm', requests: 5 },
    ]);
  });
});
