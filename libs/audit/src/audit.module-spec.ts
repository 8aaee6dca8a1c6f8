import { setImmediate } from 'node:timers/promises';
import { newId, Transactions } from '@app/common';
import { runInContext } from '@app/observability';
import { startContext, type ServiceContext } from '@app/testing';
import { AuditTrail } from './audit-trail';
import { ListAuditEvents } from './reading/list-audit-events';
import { PruneAuditTrail } from './chain/prune-audit-trail';
import { PeriodsStore } from './reading/periods.store';

describe('the audit trail', () => {
  let context: ServiceContext;
  let trail: AuditTrail;
  let events: ListAuditEvents;

  beforeAll(async () => {
    // The programs' role may not read the trail.
    context = await startContext([]);
    // Only the owner of the tables may prune events, but row-level security does not apply to it.
    await context.db.query('GRANT DELETE ON audit_events, audit_seals TO privacy_chat_app');
    trail = context.app.get(AuditTrail);
    events = context.app.get(ListAuditEvents);
  });
  afterAll(() => context?.stop());

  const list = (filter: Partial<Parameters<ListAuditEvents['execute']>[0]>) =>
    events.execute({ limit: 1_000, ...filter });
  const aSubject = () => ({ type: 'chat', id: newId() }) as const;

  it('is written with the change that it reports, or not at all', async () => {
    const [kept, undone] = [aSubject(), aSubject()];
    const transactions = context.app.get(Transactions);
    await transactions.run((tx) => trail.record(tx, { action: 'chat.delete', subject: kept }));
    const broken = transactions.run(async (tx) => {
      await trail.record(tx, { action: 'chat.delete', subject: undone });
      throw new Error('the change failed');
    });
    await expect(broken).rejects.toThrow('the change failed');
    expect(await list({ subjectId: kept.id })).toHaveLength(1);
    expect(await list({ subjectId: undone.id })).toEqual([]);
  });

  it('is summed for a period of one organization: calls, hidden values by kind, and actions that were done', async () => {
    const [organizationId, stranger] = [newId(), newId()];
    const [from, to] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
    const insert = (of: string, at: string, action: string, counts: object, more: object = {}) => {
      const { outcome, reason } = { outcome: 'done', reason: null, ...more };
      return context.db.query(
        `INSERT INTO audit_events (id, actor, action, outcome, reason, organization_id, at, counts)
         VALUES (gen_random_uuid(), 'user', $1, $2, $3, $4, $5, $6)`,
        [action, outcome, reason, of, at, counts],
      );
    };
    const call = (counts: object, more?: object, at = '2026-01-15T09:30:00Z', of = organizationId) =>
      insert(of, at, 'model.call', counts, more);
    await call({ Names: 2, Emails: 1 });
    await call({ Names: 3, left_out_kinds: 4, left_in_clear: 5 });
    await call({ left_out_kinds: 17, unprotected: 1, left_in_clear: 2 });
    await call({}, { reason: 'failed' });
    await call({ recording: 1 });
    await call({ Names: 1 }, {}, from.toISOString());
    await call({ Names: 100 }, {}, to.toISOString());
    await call({ Names: 100 }, {}, '2025-12-31T23:59:59.999Z');
    await call({ Names: 100 }, {}, '2026-01-15T09:30:00Z', stranger);
    for (const outcome of ['done', 'refused'])
      await insert(organizationId, '2026-01-15T09:30:00Z', 'values.restore', {}, { outcome });
    const periods = context.app.get(PeriodsStore);
    const period = { organizationId, from, to };
    expect(await periods.calls(period, ['Names', 'Emails', 'Phone'])).toEqual({
      calls: 6,
      failed: 1,
      recordings: 1,
      unprotected: 1,
      partly: 1,
      leftInClear: 7,
      hidden: [
        { kind: 'Names', values: 6 },
        { kind: 'Emails', values: 1 },
      ],
    });
    expect([...(await periods.actions(period, ['values.restore', 'user.export']))]).toEqual([
      ['values.restore', 1],
    ]);
    const empty = { ...period, organizationId: newId() };
    expect(await periods.calls(empty, ['Names'])).toMatchObject({ calls: 0, leftInClear: 0, hidden: [] });
  });

  it('counts each person once, at the beginning of their erasure', async () => {
    const [organizationId, person, other, earlier] = [newId(), newId(), newId(), newId()];
    const [from, to] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
    for (const [user, reason, at] of [
      [person, 'begun', from],
      [person, 'finished', '2026-01-01T00:00:01Z'],
      [person, 'finished', '2026-01-02T00:00:00Z'],
      [other, 'begun', '2026-01-31T23:59:59Z'],
      [other, 'begun', '2026-01-31T23:59:59Z'],
      [other, 'finished', to],
      [earlier, 'begun', '2025-12-31T23:59:59Z'],
      [earlier, 'finished', from],
    ])
      await context.db.query(
        `INSERT INTO audit_events (id, actor, action, outcome, reason, organization_id, at, subject_type, subject_id)
         VALUES (gen_random_uuid(), 'user', 'user.erase', 'done', $1, $2, $3, 'user', $4)`,
        [reason, organizationId, at, user],
      );
    const periods = context.app.get(PeriodsStore);
    expect(await periods.erased({ organizationId, from, to })).toBe(2);
    expect(await periods.erased({ organizationId: newId(), from, to })).toBe(0);
  });

  it('records who did what to what, when and how many, and nothing else', async () => {
    const [userId, organizationId, subject] = [newId(), newId(), aSubject()];
    await trail.recordAlone({
      action: 'login',
      outcome: 'refused',
      reason: 'wrong_password',
      userId,
      organizationId,
      subject,
      counts: { turns: 3 },
      addressHash: 'hash',
    });
    expect(await list({ subjectId: subject.id })).toEqual([
      {
        at: expect.any(Date),
        actor: 'user',
        user: userId,
        action: 'login',
        outcome: 'refused',
        reason: 'wrong_password',
        organization: organizationId,
        subject: `chat:${subject.id}`,
        counts: { turns: 3 },
        model: null,
        address_hash: 'hash',
        id: expect.any(String),
        sealed: null,
      },
    ]);
  });

  it("names the program if no user acts, even within a user's request", async () => {
    const subject = aSubject();
    const record = () => trail.recordAlone({ action: 'chat.delete', reason: 'expired', subject });
    await runInContext({ requestId: 'r', userId: newId() }, record);
    expect(await list({ subjectId: subject.id })).toMatchObject([{ actor: 'service', user: null }]);
  });

  it('is listed newest first, filtered by time, noun, outcome, user and organization', async () => {
    const [userId, organizationId] = [newId(), newId()];
    for (const [action, outcome] of [
      ['job.read', 'done'],
      ['job.result', 'refused'],
      ['logout', 'done'],
    ] as const) {
      await trail.recordAlone({ action, outcome, userId, organizationId });
      // Times have a precision of milliseconds, so the next entry must have another one.
      for (const now = Date.now(); Date.now() <= now + 1;) await setImmediate();
    }
    const actions = async (filter: Parameters<typeof list>[0]) =>
      (await list({ organizationId, ...filter })).map(({ action }) => action);
    expect(await actions({})).toEqual(['logout', 'job.result', 'job.read']);
    expect(await actions({ limit: 2 })).toEqual(['logout', 'job.result']);
    expect(await actions({ action: 'job' })).toEqual(['job.result', 'job.read']);
    expect(await actions({ action: 'job.read' })).toEqual(['job.read']);
    expect(await actions({ action: 'jo' })).toEqual([]);
    expect(await actions({ outcome: 'refused' })).toEqual(['job.result']);
    expect(await actions({ userId: newId() })).toEqual([]);
    const [last, middle] = await list({ organizationId });
    expect(await actions({ since: last!.at })).toEqual(['logout']);
    expect(await actions({ until: middle!.at })).toEqual(['job.read']);
  });

  it.each([`UPDATE audit_events SET outcome = 'done'`, 'DELETE FROM audit_events', 'TRUNCATE audit_events'])(
    'refuses %s',
    async (statement) => {
      await expect(context.db.query(statement)).rejects.toThrow('audit_events is append-only');
    },
  );

  it('deletes entries older than a time in steps and records each step', async () => {
    const [before, many, organizationId] = [new Date('2020-01-02T00:00:00Z'), 5_001, newId()];
    await context.db.query(
      `INSERT INTO audit_events (id, at, actor, action, outcome, organization_id)
       SELECT gen_random_uuid(), $1::timestamptz - interval '1 hour', 'service', 'logout', 'done', $3
       FROM generate_series(1, $2::int)`,
      [before, many, organizationId],
    );
    const younger = (await list({ since: before })).length;
    expect(await context.app.get(PruneAuditTrail).execute(before)).toBe(many);
    expect(await list({ until: before })).toEqual([]);
    expect(await list({ action: 'audit.prune' })).toMatchObject([
      { counts: { events: 1 } },
      { counts: { events: 5_000 } },
    ]);
    expect(await list({ since: before })).toHaveLength(younger + 2);
  });
});
