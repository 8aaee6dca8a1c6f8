import { DataSource } from 'typeorm';
import { newId, Transactions, type Owner } from '@app/common';
import { managerOf, runPrepared } from '@app/database';
import { startContext, type ServiceContext } from '@app/testing';
import { AuditTrail } from '../audit-trail';
import { AuditUpkeepModule } from '../audit-upkeep.module';
import { ExpireModelCalls } from '../calls/expire-model-calls';
import { ModelCallsStore } from '../calls/model-calls.store';
import { ListAuditEvents } from '../reading/list-audit-events';
import { PeriodsStore } from '../reading/periods.store';
import { PruneAuditTrail } from './prune-audit-trail';
import { ReadHeads } from './read-heads';
import { SealAuditTrail } from './seal-audit-trail';
import { SealsStore } from './seals.store';
import { VerifyAuditTrail, type TrailReport } from './verify-audit-trail';

let context: ServiceContext;
beforeAll(async () => {
  context = await startContext([AuditUpkeepModule]);
  // Only the owner of the tables may prune events, but row-level security does not apply to it.
  await context.db.query('GRANT DELETE ON audit_events, audit_seals TO privacy_chat_app');
});
afterAll(() => context?.stop());

const trail = (): AuditTrail => context.app.get(AuditTrail);
const seal = () => context.get(SealAuditTrail).execute();
const verify = (organizationId: string | null, known?: string): Promise<TrailReport> =>
  context.get(VerifyAuditTrail).execute(organizationId, known);
const anOwner = (): Owner => ({ userId: newId(), organizationId: newId() });
const call = (owner: Owner) =>
  runPrepared(
    context.get(DataSource),
    context.get(ModelCallsStore).recording({ owner, model: 'm', hidden: { Names: 2 } }),
    owner,
  );
const event = ({ organizationId }: Owner, subject = newId()) =>
  trail().recordAlone({ action: 'chat.delete', organizationId, subject: { type: 'chat', id: subject } });
const chains = (report: TrailReport) =>
  Object.fromEntries(report.chains.map((chain) => [chain.chain, chain]));

/** Acts as an attacker with the rights of the database's owner, who bypasses the tables' guards. */
const tamper = async (sql: string, ...values: unknown[]): Promise<void> => {
  const client = await context.db.connect();
  try {
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query(
      'ALTER TABLE audit_events DISABLE TRIGGER ALL; ALTER TABLE audit_seals DISABLE TRIGGER ALL',
    );
    await client.query(sql, values);
  } finally {
    await client.query(
      'ALTER TABLE audit_events ENABLE ALWAYS TRIGGER audit_events_append_only; ' +
        'ALTER TABLE audit_events ENABLE TRIGGER audit_events_note_unsealed; ' +
        'ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_append_only',
    );
    await client.query(`SET session_replication_role = 'origin'`);
    client.release();
  }
};

/** Creates a sealed chain of five calls and one of five other entries. */
async function aTrail(): Promise<Owner> {
  const owner = anOwner();
  for (let i = 0; i < 5; i += 1) {
    await call(owner);
    await trail().recordAlone({
      action: 'login',
      outcome: 'refused',
      reason: 'wrong_password',
      organizationId: owner.organizationId,
      userId: owner.userId,
      subject: { type: 'user', id: owner.userId },
      counts: { turns: 3 },
      addressHash: 'hash',
    });
  }
  await seal();
  return owner;
}

describe('the chain of an organization', () => {
  it('contains all entries, with calls of models apart, and reports unsealed entries', async () => {
    const owner = await aTrail();
    const { organizationId } = owner;
    await call(owner);
    const report = await verify(organizationId);
    expect(report).toMatchObject({
      organizationId,
      intact: true,
      unsealed: { count: 1, oldest: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) },
    });
    for (const chain of report.chains)
      expect(chain).toMatchObject({ entries: 5, newest: { seq: 5 }, broken: null });
    await seal();
    expect(chains(await verify(organizationId))).toMatchObject({
      calls: { entries: 6 },
      events: { entries: 5 },
    });
  });

  it("is read at its end without a walk, and without other organizations' chains", async () => {
    const owner = await aTrail();
    await aTrail();
    await call(owner);
    const heads = await context.get(ReadHeads).execute(owner.organizationId);
    const walked = chains(await verify(owner.organizationId));
    expect(heads).toEqual({
      chains: [
        { chain: 'events', ...walked.events!.newest },
        { chain: 'calls', ...walked.calls!.newest },
      ],
      waiting: { count: 1, oldest: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) },
    });
    expect(await context.get(ReadHeads).execute(newId())).toMatchObject({
      chains: [{ seq: 0 }, { seq: 0 }],
      waiting: { count: 0, oldest: null },
    });
    await seal();
  });

  it('is read at its end by one row of an index, whatever its length', async () => {
    const { organizationId } = await aTrail();
    const read = await context.app.get(Transactions).runFor({ organizationId }, async (tx) => {
      const rows = async (): Promise<number> => {
        const [row] = await managerOf(tx).query<[{ rows: number }]>(
          `SELECT idx_tup_fetch::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'audit_seals'`,
        );
        return row.rows;
      };
      // As for a large table.
      for (const plan of ['seqscan', 'bitmapscan'])
        await managerOf(tx).query(`SET LOCAL enable_${plan} = off`);
      const before = await rows();
      await context.get(SealsStore).head(tx, organizationId, 'events');
      return (await rows()) - before;
    });
    expect(read).toBe(1);
  });

  it('seals existing entries with the first seals, and entries of no organization in a separate chain', async () => {
    await tamper('DELETE FROM audit_unsealed');
    const before = anOwner();
    await event(before);
    await trail().recordAlone({ action: 'keys.rotate' });
    await seal();
    expect(await verify(before.organizationId)).toMatchObject({ intact: true });
    const ownerless = await verify(null);
    expect(ownerless).toMatchObject({ organizationId: null, intact: true, unsealed: { count: 0 } });
    expect(chains(ownerless).events!.entries).toBeGreaterThan(0);
    expect(await context.get(VerifyAuditTrail).organizations()).toEqual(
      expect.arrayContaining([null, before.organizationId]),
    );
  });

  it('skips no entry that commits late, and gives each one position', async () => {
    const owner = anOwner();
    let commit = (): void => undefined;
    const committed = new Promise<void>((resolve) => (commit = resolve));
    const late = context.app.get(Transactions).run(async (tx) => {
      const { organizationId } = owner;
      await trail().record(tx, { action: 'chat.delete', organizationId });
      await event(owner);
      await seal();
      await committed;
    });
    await event(owner);
    await seal();
    commit();
    await late;
    await Promise.all([seal(), seal(), event(owner), seal()]);
    await seal();
    expect(await verify(owner.organizationId)).toMatchObject({ intact: true, unsealed: { count: 0 } });
    expect(chains(await verify(owner.organizationId)).events).toMatchObject({ entries: 4 });
  });

  describe('is broken at the entry that had one byte changed, in', () => {
    const change = (type: string): string =>
      ({
        uuid: `gen_random_uuid()`,
        text: `CASE WHEN %c IS NULL THEN 'x' ELSE overlay(%c PLACING chr(ascii(%c) # 1) FROM 1 FOR 1) END`,
        bytea: `CASE WHEN %c IS NULL THEN '\\x00'::bytea ELSE set_byte(%c, 0, get_byte(%c, 0) # 1) END`,
        jsonb: `CASE WHEN %c IS NULL THEN '{"x": 1}' ELSE %c || '{"turns": 4, "Names": 3}' END`,
        'timestamp with time zone': `%c + interval '1 microsecond'`,
        bigint: `%c + 100`,
      })[type]!;

    it.each(['audit_events', 'audit_seals', 'audit_call_actors'])(
      'any column of %s [SEC-80]',
      async (table) => {
        const { rows: columns } = await context.db.query<{ column_name: string; data_type: string }>(
          'SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1',
          [table],
        );
        expect(columns.length).toBeGreaterThan(3);
        // A column with few allowed values cannot get an arbitrary one.
        await context.db.query(
          'ALTER TABLE audit_events DROP CONSTRAINT IF EXISTS audit_events_actor_known, ' +
            'DROP CONSTRAINT IF EXISTS audit_events_outcome_known; ' +
            'ALTER TABLE audit_seals DROP CONSTRAINT IF EXISTS audit_seals_chain_known',
        );
        for (const { column_name: column, data_type: type } of columns)
          for (const chain of table === 'audit_call_actors' ? ['calls'] : ['calls', 'events']) {
            const { organizationId } = await aTrail();
            const third =
              '(SELECT entry_id FROM audit_seals WHERE organization_id = $1 AND chain = $2 AND seq = 3)';
            const id = table === 'audit_events' ? 'id' : 'entry_id';
            const value = change(type).replaceAll('%c', column);
            await tamper(
              `UPDATE ${table} SET ${column} = ${value} WHERE ${id} = ${third}`,
              organizationId,
              chain,
            );
            const report = await verify(organizationId);
            expect([column, chain, report.intact]).toEqual([column, chain, false]);
            // An actor who was moved to another entry is missing at the original one.
            const { entries } = chains(report)[chain]!;
            if (report.strayCallers === 0) expect([column, chain, entries]).toEqual([column, chain, 2]);
          }
      },
    );
  });

  it('is broken if an entry was deleted or inserted [SEC-81]', async () => {
    const { organizationId } = await aTrail();
    const nth = (seq: number) =>
      `(SELECT entry_id FROM audit_seals WHERE organization_id = $1 AND chain = 'events' AND seq = ${seq})`;
    await tamper(`DELETE FROM audit_events WHERE id = ${nth(4)}`, organizationId);
    expect(chains(await verify(organizationId)).events).toMatchObject({
      entries: 3,
      broken: { seq: 4, reason: 'missing' },
    });
    const other = await aTrail();
    await tamper(
      `INSERT INTO audit_events SELECT (jsonb_populate_record(event, jsonb_build_object('id', gen_random_uuid()))).*
       FROM audit_events AS event WHERE id = ${nth(4)}`,
      other.organizationId,
    );
    await seal();
    // It is in no chain and never will be, so it stays unsealed.
    expect(await verify(other.organizationId)).toMatchObject({ unsealed: { count: 1 } });
  });

  it('that was truncated or restored to an earlier state is intact and lacks a recorded hash [SEC-82]', async () => {
    const owner = await aTrail();
    const { organizationId } = owner;
    const noted = chains(await verify(organizationId)).events!.newest!.hash;
    expect(await verify(organizationId, noted)).toMatchObject({ intact: true, known: true });
    await tamper(
      `WITH gone AS (DELETE FROM audit_seals WHERE organization_id = $1 AND chain = 'events' AND seq > 3
                     RETURNING entry_id)
       DELETE FROM audit_events USING gone WHERE id = entry_id`,
      organizationId,
    );
    expect(await verify(organizationId)).toMatchObject({ intact: true });
    expect(await verify(organizationId, noted)).toMatchObject({ intact: true, known: false });
    await event(owner);
    await seal();
    expect(chains(await verify(organizationId)).events).toMatchObject({ entries: 4, broken: null });
    expect(await verify(organizationId, noted)).toMatchObject({ intact: true, known: false });
  });

  it.each([`UPDATE audit_seals SET seq = 1`, 'DELETE FROM audit_seals', 'TRUNCATE audit_seals'])(
    'refuses %s',
    async (statement) => {
      await expect(context.db.query(statement)).rejects.toThrow('audit_seals is append-only');
    },
  );
});

describe('the caller of a model', () => {
  const callsOf = ({ organizationId }: Owner) =>
    context.get(ListAuditEvents).execute({ organizationId, action: 'model.call', limit: 10 });
  async function anOrganization(usageByPerson: boolean): Promise<Owner> {
    const owner = anOwner();
    await context.db.query(
      `INSERT INTO organizations (id, name, active, grants, usage_by_person) VALUES ($1, $2, true, '{}', $3)`,
      [owner.organizationId, owner.organizationId, usageByPerson],
    );
    return owner;
  }

  it('is shown only if the organization allows it [PRIV-38]', async () => {
    const [open, closed] = [await anOrganization(true), await anOrganization(false)];
    for (const owner of [open, closed]) await call(owner);
    expect(await callsOf(open)).toMatchObject([
      { user: open.userId, actor: 'user', model: 'm', counts: { Names: 2 }, subject: null, sealed: null },
    ]);
    expect(await callsOf(closed)).toMatchObject([{ user: null, actor: 'user', model: 'm' }]);
  });

  it('is forgotten when the user is erased, and the chain stays intact [SEC-83]', async () => {
    const owner = await anOrganization(true);
    const colleague = { ...owner, userId: newId() };
    await call(owner);
    await call(colleague);
    await seal();
    expect(await context.get(ModelCallsStore).forget(owner)).toBe(1);
    expect((await callsOf(owner)).map(({ user }) => user)).toEqual([colleague.userId, null]);
    expect(chains(await verify(owner.organizationId)).calls).toMatchObject({ entries: 2, broken: null });
    const { rows } = await context.db.query('SELECT * FROM audit_events WHERE organization_id = $1', [
      owner.organizationId,
    ]);
    expect(JSON.stringify(rows)).not.toContain(owner.userId);
  });
});

describe('pruning', () => {
  const age = async ({ organizationId }: Owner, action: string, ago: string): Promise<void> =>
    tamper(
      `UPDATE audit_events SET at = date_trunc('day', now()) - $3::interval
       WHERE organization_id = $1 AND action = $2 AND at > now() - interval '1 hour'`,
      organizationId,
      action,
      ago,
    );

  it('leaves a sealed entry with the position and the hash at which the rest of the chain continues', async () => {
    const owner = anOwner();
    for (let i = 0; i < 3; i += 1) await event(owner);
    await age(owner, 'chat.delete', '10 days');
    for (let i = 0; i < 2; i += 1) await event(owner);
    await seal();
    const { rows } = await context.db.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM audit_seals
       WHERE organization_id = $1 AND chain = 'events' AND seq = 3`,
      [owner.organizationId],
    );
    const before = new Date(Date.now() - 5 * 24 * 60 * 60_000);
    await context.get(PruneAuditTrail).execute(before);
    const [told, ...others] = await context.get(ListAuditEvents).execute({
      organizationId: owner.organizationId,
      limit: 10,
    });
    expect(others).toHaveLength(2);
    expect(told).toMatchObject({
      action: 'audit.prune',
      actor: 'service',
      subject: `chain:events/3/${rows[0]!.hash}`,
      counts: { events: 3 },
      sealed: { chain: 'events', seq: 6 },
    });
    const report = await verify(owner.organizationId);
    expect(report).toMatchObject({ intact: true, unsealed: { count: 0 } });
    expect(chains(report).events).toMatchObject({
      entries: 3,
      pruned: { seq: 3, hash: rows[0]!.hash },
      newest: { seq: 6 },
    });
  });

  it('removes calls of models of the days before RETENTION_AUDIT_CALLS, with their callers [PRIV-34]', async () => {
    const [owner, other] = [anOwner(), anOwner()];
    for (const calling of [owner, other]) {
      await call(calling);
      await age(calling, 'model.call', '90 days 1 second');
      await call(calling);
      await age(calling, 'model.call', '89 days');
      await call(calling);
    }
    await event(owner);
    await seal();
    await context.get(ExpireModelCalls).execute(new AbortController().signal);
    for (const { organizationId } of [owner, other]) {
      const report = await verify(organizationId);
      expect(report).toMatchObject({ intact: true });
      expect(chains(report).calls).toMatchObject({ entries: 2, pruned: { seq: 1 }, newest: { seq: 3 } });
      const { rows } = await context.db.query(
        `SELECT FROM audit_call_actors WHERE organization_id = $1
         UNION ALL SELECT FROM audit_events WHERE organization_id = $1 AND action = 'model.call'`,
        [organizationId],
      );
      expect(rows).toHaveLength(4);
    }
    expect(chains(await verify(owner.organizationId)).events).toMatchObject({ entries: 2 });
    const told = await context.db.query(`SELECT FROM audit_events WHERE action = 'audit.prune'`);
    await context.get(ExpireModelCalls).execute(new AbortController().signal);
    const again = await context.db.query(`SELECT FROM audit_events WHERE action = 'audit.prune'`);
    expect(again.rowCount).toBe(told.rowCount);
  });

  it('leaves a period complete until entries of it are pruned, by either way', async () => {
    const [expired, pruned, whole] = [anOwner(), anOwner(), anOwner()];
    for (const owner of [expired, pruned, whole]) {
      await call(owner);
      await event(owner);
    }
    await age(expired, 'model.call', '91 days');
    await age(pruned, 'chat.delete', '6 days');
    await seal();
    const hour = 60 * 60_000;
    const isComplete = ({ organizationId }: Owner, fromHours: number) => {
      const from = new Date(Date.now() + fromHours * hour);
      const to = new Date(from.getTime() + 24 * hour);
      return context.get(PeriodsStore).isComplete({ organizationId, from, to });
    };
    expect([await isComplete(expired, -1), await isComplete(pruned, -1)]).toEqual([true, true]);
    await context.get(ExpireModelCalls).execute(new AbortController().signal);
    expect([await isComplete(expired, -1), await isComplete(pruned, -1)]).toEqual([false, true]);
    await context.get(PruneAuditTrail).execute(new Date(Date.now() - 5 * 24 * hour));
    expect([await isComplete(expired, -1), await isComplete(pruned, -1)]).toEqual([false, false]);
    expect([await isComplete(expired, 1), await isComplete(pruned, 1)]).toEqual([true, true]);
    expect(await isComplete(whole, -1)).toBe(true);
  });

  it('continues a chain that was pruned completely', async () => {
    const owner = anOwner();
    await call(owner);
    await age(owner, 'model.call', '100 days');
    await seal();
    await context.get(ExpireModelCalls).execute(new AbortController().signal);
    await call(owner);
    await seal();
    const { calls } = chains(await verify(owner.organizationId));
    expect(calls).toMatchObject({ entries: 1, pruned: { seq: 1 }, newest: { seq: 2 }, broken: null });
  });

  it('of the entries that reported pruned calls reports these again', async () => {
    const owner = anOwner();
    await call(owner);
    await age(owner, 'model.call', '100 days');
    await seal();
    await context.get(ExpireModelCalls).execute(new AbortController().signal);
    await context.get(PruneAuditTrail).execute(new Date(Date.now() + 60_000));
    expect(await verify(owner.organizationId)).toMatchObject({ intact: true });
  });

  it('that no entry reports is detected', async () => {
    const { organizationId } = await aTrail();
    await context.db.query(`SELECT prune_audit_calls($1, 3)`, [organizationId]);
    expect(chains(await verify(organizationId)).calls).toMatchObject({
      entries: 0,
      broken: { seq: 3, reason: 'beginning' },
    });
    const all = await aTrail();
    await context.db.query(`SELECT prune_audit_calls($1, 1000000)`, [all.organizationId]);
    expect(await verify(all.organizationId)).toMatchObject({ intact: false });
  });
});
