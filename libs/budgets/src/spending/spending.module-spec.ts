import { Groups, Users } from '@app/accounts';
import { newId, Transactions, type Caller, type Clock } from '@app/common';
import { Metrics } from '@app/observability';
import { startContext, type ServiceContext } from '@app/testing';
import { CountedCallsStore } from '@app/usage';
import { ORGANIZATION_EVENTS, OrganizationWebhooks } from '@app/webhooks';
import { Budgets } from '../budgets';
import { SpendingModule } from '../budgets.module';
import { CountBudgets } from './count-budgets';
import { EndedCallsStore } from './ended-calls.store';
import { ReadSpending } from './read-spending';
import { Spending } from './spending';
import { SpendingStore } from './spending.store';

const MODEL = 'priced';

describe('the usage of budgets', () => {
  let context: ServiceContext;
  let spending: Spending;
  let budgets: Budgets;
  let counted: CountedCallsStore;
  let organizationId: string;
  let caller: Caller;
  let time: Date;

  beforeAll(async () => {
    context = await startContext([SpendingModule], {
      LLM_PRICES: `${MODEL}=1/2 per 1M EUR`,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    });
    [spending, budgets, counted] = [
      context.get(Spending),
      context.get(Budgets),
      context.get(CountedCallsStore),
    ];
    for (const { clock } of [
      spending,
      counted,
      context.get(ReadSpending),
      context.get(CountBudgets),
    ] as unknown as {
      clock: Clock;
    }[]) {
      clock.now = () => time;
    }
  });
  afterAll(() => context?.stop());

  beforeEach(async () => {
    time = new Date('2026-05-20T12:00:00Z');
    organizationId = newId();
    const userId = newId();
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants) VALUES ($1, $2, true, '{}')`,
      [organizationId, organizationId],
    );
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, active) VALUES ($1, $2, $3, $3, true)`,
      [userId, organizationId, userId],
    );
    caller = { userId, organizationId, groups: [] };
  });

  const ofOrganization = () => ({ organizationId, kind: 'organization', subjectId: organizationId }) as const;
  const ofUser = () => ({ organizationId, kind: 'user', subjectId: caller.userId }) as const;
  const planned = (prompt: number, completion: number, model = MODEL) => ({
    model,
    promptTokens: async () => prompt,
    completionTokens: completion,
  });
  /** Makes a call that reserves 10 tokens and an answer of 90, and uses the given amounts. */
  async function call(promptTokens = 10, completionTokens = 90, by = spending, who = caller): Promise<void> {
    const reservation = await by.reserve(who, planned(10, 90));
    await end(reservation, promptTokens, completionTokens, by, who);
  }
  async function end(
    reservation: Awaited<ReturnType<Spending['reserve']>>,
    promptTokens: number,
    completionTokens: number,
    by = spending,
    owner = caller,
  ): Promise<void> {
    const cost = { promptTokens, completionTokens, source: 'provider' as const };
    await context.get(EndedCallsStore).record({ owner, model: MODEL, hidden: {}, cost, reservation });
    await by.settle(reservation, cost);
  }
  const usedNow = async () => (await spending.read(caller)).map(({ used, reserved }) => ({ used, reserved }));
  const countedInRedis = async () => {
    const keys = await context.redis.keys(`${context.redisPrefix}:budget:{${organizationId}}*`);
    const counts = await Promise.all(keys.map((key) => context.redis.hmget(key, 'used', 'reserved')));
    return counts.map(([used, reserved]) => ({ used: Number(used), reserved: Number(reserved) }));
  };
  const flush = async () => {
    const keys = await context.redis.keys(`${context.redisPrefix}:budget:*`);
    if (keys.length > 0) await context.redis.del(...keys);
  };
  const exceeded = (message: RegExp, retryAfterS?: number) =>
    expect.objectContaining({
      code: 'budget_exceeded',
      message: expect.stringMatching(message),
      details: expect.objectContaining({ ...(retryAfterS && { retryAfterS }) }),
    });
  /** Returns spending without a reachable Redis. */
  const withoutRedis = (): Spending =>
    Object.assign(Object.create(spending) as Spending, {
      counts: {
        reserve: () => Promise.reject(new Error('away')),
        settle: () => Promise.reject(new Error('away')),
      },
    });
  const granted = (calls: readonly PromiseSettledResult<unknown>[]) =>
    calls.filter(({ status }) => status === 'fulfilled').length;

  it('is empty if no budget is set', async () => {
    expect(await spending.reserve(caller, planned(10, 1e9))).toBeUndefined();
    expect(await spending.assertOpen(caller)).toEqual([]);
  });

  it('refuses calls beyond the budget until the month ends, with its name and its end', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 250 });
    await call();
    await call();
    await expect(call()).rejects.toEqual(
      exceeded(
        /budget for you \(250 tokens a month\) has 50 tokens left, and this call may need 100 tokens.*2026-06-01T00:00:00/,
      ),
    );
    expect(await usedNow()).toEqual([{ used: 200, reserved: 0 }]);
    const last = await spending.reserve(caller, planned(10, 40));
    await end(last, 10, 40);
    await expect(spending.assertOpen(caller)).rejects.toEqual(
      exceeded(/is used up; a new month begins at 2026-06-01T00:00:00/, (11 * 24 + 12) * 3600),
    );
    time = new Date('2026-06-01T00:00:00Z');
    await call();
    expect(await usedNow()).toEqual([{ used: 100, reserved: 0 }]);
  });

  it('is counted in a metric by the kind of the budget that refused a call', async () => {
    const refusals = async (kind: string): Promise<number> => {
      const shown = await context.get(Metrics).registry.getSingleMetricAsString('budget_refusals_total');
      return Number(new RegExp(`kind="${kind}"\\} (\\d+)`).exec(shown)?.[1]);
    };
    const [ofUsers, ofGroups] = [await refusals('user'), await refusals('group')];
    await budgets.set(ofUser(), { unit: 'tokens', hard: 50 });
    await expect(call()).rejects.toMatchObject({ code: 'budget_exceeded' });
    expect([await refusals('user'), await refusals('group')]).toEqual([ofUsers + 1, ofGroups]);
  });

  it('is exact for 64 concurrent calls: only what fits is allowed [PRIV-62]', async () => {
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 2_050 });
    const reserved = await Promise.allSettled(
      Array.from({ length: 64 }, () => spending.reserve(caller, planned(10, 90))),
    );
    expect(granted(reserved)).toBe(20);
    for (const one of reserved)
      if (one.status === 'rejected') expect(one.reason).toEqual(exceeded(/reserved by running calls/));
    await Promise.all(
      reserved.map((one) => (one.status === 'fulfilled' ? end(one.value, 10, 40) : undefined)),
    );
    expect(await usedNow()).toEqual([{ used: 1_000, reserved: 0 }]);
    expect(await countedInRedis()).toEqual([{ used: 1_000, reserved: 0 }]);
    expect(granted(await Promise.allSettled(Array.from({ length: 64 }, () => call())))).toBeGreaterThan(0);
    expect((await usedNow())[0]!.used).toBeLessThanOrEqual(2_050);
  });

  it('exceeds a budget at most by what running calls use beyond their reservations', async () => {
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 2_050 });
    const over = 50;
    const calls = await Promise.allSettled(Array.from({ length: 64 }, () => call(10, 90 + over)));
    const { used, reserved } = (await usedNow())[0]!;
    expect(reserved).toBe(0);
    expect(used).toBe(granted(calls) * (100 + over));
    expect(used).toBeLessThanOrEqual(2_050 + 20 * over);
    await expect(call()).rejects.toEqual(exceeded(/left|used up/));
  });

  it('contains no reservation of a call that PostgreSQL did not store', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    await call();
    const fails = { add: () => Promise.reject(new Error('the database is away')) };
    const failing = Object.assign(Object.create(spending) as Spending, {
      truth: Object.assign(Object.create(context.get(SpendingStore)) as SpendingStore, fails),
    });
    await expect(call(10, 90, failing)).rejects.toThrow('the database is away');
    expect(await countedInRedis()).toEqual([{ used: 100, reserved: 0 }]);
  });

  it('is exact if Redis is unreachable or loses its data meanwhile', async () => {
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 2_050 });
    const ways = [spending, withoutRedis()];
    const calls = Array.from({ length: 64 }, async (_, i) => {
      if (i % 16 === 0) await flush();
      await call(10, 90, ways[i % 2]);
    });
    const ended = await Promise.allSettled(calls);
    const through = granted(ended);
    await flush();
    for (const way of [...ways, ...ways])
      await Promise.allSettled(Array.from({ length: 12 }, () => call(10, 90, way)));
    expect(through).toBeGreaterThan(0);
    // Calls that ran while counts were lost may exceed the budget.
    const [{ used, reserved }] = (await usedNow()) as [{ used: number; reserved: number }];
    expect(reserved).toBe(0);
    expect(used).toBeGreaterThanOrEqual(2_000);
    expect(used).toBeLessThanOrEqual(2_050 + 64 * 100);
    await expect(call()).rejects.toEqual(exceeded(/left|used up/));
    await expect(call(10, 90, withoutRedis())).rejects.toEqual(exceeded(/left|used up/));
  });

  it('is decided sequentially by PostgreSQL if Redis is unreachable', async () => {
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 1_050 });
    const away = withoutRedis();
    const reserved = await Promise.allSettled(
      Array.from({ length: 64 }, () => away.reserve(caller, planned(10, 90))),
    );
    expect(granted(reserved)).toBe(10);
    // Redis includes them when it is reachable again.
    await expect(spending.reserve(caller, planned(10, 90))).rejects.toEqual(
      exceeded(/reserved by running calls/),
    );
  });

  it('is correct immediately after Redis lost its data, including running calls', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    await call(10, 290);
    const underWay = await spending.reserve(caller, planned(100, 400));
    await flush();
    await expect(spending.reserve(caller, planned(100, 200))).rejects.toEqual(
      exceeded(/reserved by running calls/),
    );
    expect(await countedInRedis()).toEqual([{ used: 300, reserved: 500 }]);
    await flush();
    await end(underWay, 100, 50);
    await call();
    expect(await countedInRedis()).toEqual([{ used: 550, reserved: 0 }]);
  });

  it('does not use an older count that Redis restored', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    await call();
    const [key] = await context.redis.keys(`${context.redisPrefix}:budget:{${organizationId}}*`);
    await call();
    await context.redis.hset(key!, { run: 'the run before', used: 100 });
    await call();
    expect(await countedInRedis()).toEqual([{ used: 300, reserved: 0 }]);
  });

  it('ignores the reservation of a dead process after its lease', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    await spending.reserve(caller, planned(100, 800));
    await expect(spending.reserve(caller, planned(100, 800))).rejects.toEqual(
      exceeded(/reserved by running calls/, 10),
    );
    time = new Date(time.getTime() + 10 * 60_000);
    const next = await spending.reserve(caller, planned(100, 800));
    expect(await usedNow()).toEqual([{ used: 0, reserved: 900 }]);
    await spending.cancel(next);
    expect(await usedNow()).toEqual([{ used: 0, reserved: 0 }]);
  });

  it('includes a call that ran longer than its lease', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    const slow = await spending.reserve(caller, planned(100, 800));
    time = new Date(time.getTime() + 11 * 60_000);
    await call();
    await end(slow, 100, 700);
    await expect(call(10, 90)).resolves.toBeUndefined();
    expect(await countedInRedis()).toEqual([{ used: 1_000, reserved: 0 }]);
  });

  it('of a call across two months counts toward the month in which the call ended', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    time = new Date('2026-05-31T23:59:59Z');
    const late = await spending.reserve(caller, planned(100, 800));
    time = new Date('2026-06-01T00:00:01Z');
    await end(late, 100, 800);
    await expect(spending.reserve(caller, planned(100, 800))).rejects.toEqual(exceeded(/100 tokens left/));
    time = new Date('2026-05-31T23:59:59Z');
    expect(await usedNow()).toEqual([{ used: 0, reserved: 0 }]);
  });

  it('counts for organization, group, user and key; a refusal names the budget and changes no other', async () => {
    const [groupId, keyId] = [newId(), newId()];
    await context.db.query('INSERT INTO groups (id, organization_id, name) VALUES ($1, $2, $3)', [
      groupId,
      organizationId,
      'Legal',
    ]);
    await context.db.query(
      `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
       VALUES ($1, $2, $3, 'h', 'k', '{}', now())`,
      [keyId, organizationId, caller.userId],
    );
    const program = { ...caller, key: { id: keyId }, groups: [groupId] };
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 10_000 });
    await budgets.set({ organizationId, kind: 'group', subjectId: groupId }, { unit: 'tokens', hard: 500 });
    await budgets.set({ organizationId, kind: 'key', subjectId: keyId }, { unit: 'EUR', hard: 0.0002 });
    await call(10, 90, spending, program);
    await expect(call(10, 90, spending, program)).rejects.toEqual(
      exceeded(/of this API key \(0.0002 EUR a month\)/),
    );
    await call(10, 290, spending, { ...caller, groups: [groupId] });
    await call();
    const used = (await spending.read(program)).map(({ kind, used, reserved }) => [kind, used, reserved]);
    expect(used).toEqual([
      ['organization', 500, 0],
      ['group', 400, 0],
      ['key', 190, 0],
    ]);
  });

  it('refuses a model without a price under a hard limit in money, and allows it under a soft one', async () => {
    await budgets.set(ofUser(), { unit: 'EUR', hard: 1 });
    await expect(spending.reserve(caller, planned(10, 1, 'unpriced'))).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^model has no price in EUR, the unit of the budget/),
      details: { errors: [{ field: 'model' }] },
    });
    await call();
    expect(await usedNow()).toEqual([{ used: 190, reserved: 0 }]);
    await budgets.set(ofUser(), { unit: 'EUR', soft: 1 });
    const unpriced = await spending.reserve(caller, planned(10, 1, 'unpriced'));
    expect(await usedNow()).toEqual([{ used: 190, reserved: 0 }]);
    await spending.cancel(unpriced);
  });

  it('notifies the organization once a month at the soft limit and when a budget is used up', async () => {
    const { id } = await budgets.set(ofUser(), { unit: 'tokens', soft: 150, hard: 300 });
    const told = async () =>
      (
        await context.db.query<{ action: string }>(
          `SELECT action FROM audit_events WHERE subject_id = $1 AND action <> 'budget.set' ORDER BY at`,
          [id],
        )
      ).rows.map(({ action }) => action);
    await call();
    expect(await told()).toEqual([]);
    await call();
    expect(await told()).toEqual(['budget.warn']);
    await call();
    for (let i = 0; i < 3; i += 1) await expect(call()).rejects.toEqual(exceeded(/used up/));
    expect(await told()).toEqual(['budget.warn', 'budget.exceed']);
    time = new Date('2026-06-02T00:00:00Z');
    await call();
    await call();
    expect(await told()).toEqual(['budget.warn', 'budget.exceed', 'budget.warn']);
  });

  it('does not count as used up because of reservations, or of a call larger than the whole budget', async () => {
    const { id } = await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    const told = async () =>
      (
        await context.db.query(
          `SELECT FROM audit_events WHERE subject_id = $1 AND action = 'budget.exceed'`,
          [id],
        )
      ).rows.length;
    const underWay = await spending.reserve(caller, planned(100, 800));
    await expect(spending.reserve(caller, planned(100, 800))).rejects.toEqual(
      exceeded(/reserved by running calls/),
    );
    await end(underWay, 100, 0);
    await expect(spending.reserve(caller, planned(100, 5_000))).rejects.toEqual(exceeded(/900 tokens left/));
    expect(await told()).toBe(0);
    await expect(spending.reserve(caller, planned(100, 850))).rejects.toEqual(exceeded(/900 tokens left/));
    expect(await told()).toBe(1);
  });

  it('is announced by one event and one entry, however many concurrent calls find it used up', async () => {
    await context.get(OrganizationWebhooks).set(organizationId, {
      url: 'https://127.0.0.1:8443/events',
      events: [...ORGANIZATION_EVENTS],
    });
    const { id } = await budgets.set(ofUser(), { unit: 'tokens', soft: 500, hard: 1_000 });
    await Promise.allSettled(Array.from({ length: 64 }, () => call()));
    await Promise.allSettled(Array.from({ length: 64 }, () => call()));
    const events = await context.db.query(
      `SELECT event_type, count(*)::int FROM webhook_deliveries WHERE organization_id = $1 GROUP BY 1 ORDER BY 1`,
      [organizationId],
    );
    expect(events.rows).toEqual([
      { event_type: 'budget.exceeded', count: 1 },
      { event_type: 'budget.warned', count: 1 },
    ]);
    const entries = await context.db.query(
      `SELECT action FROM audit_events WHERE subject_id = $1 AND action <> 'budget.set' ORDER BY action`,
      [id],
    );
    expect(entries.rows).toEqual([{ action: 'budget.exceed' }, { action: 'budget.warn' }]);
  });

  it('is summed once up to an hour ago, and stays the sum of all calls of the month', async () => {
    const hour = 60 * 60_000;
    await budgets.set(ofUser(), { unit: 'tokens', hard: 100_000 });
    const summed = async (): Promise<number> => {
      const { rows } = await context.db.query<{ sum: string | null }>(
        `SELECT sum(prompt_tokens + completion_tokens) FROM token_usage
         WHERE organization_id = $1 AND created_at >= date_trunc('month', $2::timestamptz, 'UTC')`,
        [organizationId, time],
      );
      return Number(rows[0]!.sum);
    };
    const count = () => context.get(CountBudgets).execute(new AbortController().signal);
    time = new Date('2026-05-31T20:00:00Z');
    for (const step of [0, 0.2, 0.7, 1, 2, 0.4, 0.3, 0.5, 3, 0.9, 0.1]) {
      time = new Date(time.getTime() + step * hour);
      await call(10, Math.round(step * 50));
      if (step > 0.3) await Promise.all([count(), count()]);
      expect(await usedNow()).toEqual([{ used: await summed(), reserved: 0 }]);
    }
    // Earlier calls are not read again.
    const before = await usedNow();
    time = new Date(time.getTime() + 2 * hour);
    await count();
    await context.db.query('DELETE FROM token_usage WHERE organization_id = $1', [organizationId]);
    expect(await usedNow()).toEqual(before);
    await budgets.set(ofUser(), { unit: 'tokens', hard: 100_000 });
    expect(await usedNow()).toEqual([{ used: 0, reserved: 0 }]);
  });

  it('drops reservations of dead processes after a day', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 1_000 });
    await spending.reserve(caller, planned(10, 90));
    const left = async () =>
      (await context.db.query('SELECT FROM budget_reservations WHERE user_id = $1', [caller.userId])).rows
        .length;
    time = new Date(time.getTime() + 24 * 60 * 60_000);
    await context.get(CountBudgets).execute(new AbortController().signal);
    expect(await left()).toBe(1);
    time = new Date(time.getTime() + 11 * 60_000);
    await context.get(CountBudgets).execute(new AbortController().signal);
    expect(await left()).toBe(0);
  });

  it('does not contain an erased user', async () => {
    await budgets.set(ofOrganization(), { unit: 'tokens', hard: 1_000 });
    await spending.reserve(caller, planned(10, 90));
    const colleague = { ...caller, userId: newId() };
    await spending.reserve(colleague, planned(10, 90));
    expect(await context.get(SpendingStore).forgetUser(caller)).toBe(1);
    const { rows } = await context.db.query(
      'SELECT user_id FROM budget_reservations WHERE organization_id = $1',
      [organizationId],
    );
    expect(rows).toEqual([{ user_id: colleague.userId }]);
  });

  it('is deleted with the user or the group of the budget', async () => {
    const { id: groupId } = await context.get(Groups).create(organizationId, { name: 'Legal' });
    await budgets.set({ organizationId, kind: 'group', subjectId: groupId }, { unit: 'tokens', hard: 0 });
    await budgets.set(ofUser(), { unit: 'tokens', hard: 0 });
    const program = { ...caller, groups: [groupId] };
    await context.get(Groups).remove({ id: groupId, organizationId });
    await context
      .get(Transactions)
      .run((tx) => context.get(Users).remove(tx, { id: caller.userId, organizationId }));
    expect(await spending.read(program)).toEqual([]);
  });

  it("is personal for a user or a user's key, and not for a service account [PRIV-39]", async () => {
    const [service, ...keys] = [newId(), newId(), newId()] as const;
    await context.db.query(
      `INSERT INTO users (id, organization_id, user_name, login_name, active, role) VALUES ($1, $2, $3, $3, true, NULL)`,
      [service, organizationId, service],
    );
    for (const [keyId, userId] of [
      [keys[0], service],
      [keys[1], caller.userId],
    ])
      await context.db.query(
        `INSERT INTO api_keys (id, organization_id, user_id, hash, name, scopes, created_at)
         VALUES ($1, $2, $3, 'h', 'k', '{}', now())`,
        [keyId, organizationId, userId],
      );
    const ofKey = (subjectId: string) => ({ organizationId, kind: 'key', subjectId }) as const;
    for (const ref of [ofOrganization(), ofUser(), ofKey(keys[0]), ofKey(keys[1])])
      await budgets.set(ref, { unit: 'tokens', hard: 1 });
    const { items } = await budgets.page(organizationId, { limit: 10 });
    const personal = items.map(({ subjectId, personal }) => [subjectId, personal]);
    expect(personal).toEqual([
      [organizationId, false],
      [caller.userId, true],
      [keys[0], false],
      [keys[1], true],
    ]);
    expect(await budgets.find(ofKey(keys[0]))).toMatchObject({ personal: false });
    expect(await budgets.find(ofKey(keys[1]))).toMatchObject({ personal: true });
  });

  it('is deleted with the budget', async () => {
    await budgets.set(ofUser(), { unit: 'tokens', hard: 0 });
    await expect(call()).rejects.toEqual(exceeded(/used up/));
    await budgets.remove(ofUser());
    await call();
    const { rows } = await context.db.query('SELECT budgeted FROM organizations WHERE id = $1', [
      organizationId,
    ]);
    expect(rows).toEqual([{ budgeted: false }]);
    await expect(budgets.remove(ofUser())).rejects.toMatchObject({ code: 'not_found' });
  });
});
