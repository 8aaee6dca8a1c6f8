import { array, assert, asyncProperty, constantFrom, nat, oneof, record, type Arbitrary } from 'fast-check';
import { DataSource } from 'typeorm';
import { newId, Transactions, type Owner } from '@app/common';
import { runPrepared } from '@app/database';
import { startContext, type ServiceContext } from '@app/testing';
import { AuditTrail } from '../audit-trail';
import { AuditUpkeepModule } from '../audit-upkeep.module';
import { ModelCallsStore } from '../calls/model-calls.store';
import type { Chain } from './chain-entry';
import { PruneAuditTrail } from './prune-audit-trail';
import { SealAuditTrail } from './seal-audit-trail';
import { VerifyAuditTrail } from './verify-audit-trail';

/** A step on the trails of two organizations. Some steps run concurrently. */
type Step =
  | { does: 'event' | 'call' | 'late' | 'undone' | 'forget'; organization: number }
  | { does: 'prune'; organization: number; chain: Chain; share: number }
  | { does: 'commit' | 'seal' };

const organization = nat(1);
const step: Arbitrary<Step> = oneof(
  { weight: 6, arbitrary: record({ does: constantFrom('event' as const, 'call' as const), organization }) },
  { weight: 3, arbitrary: record({ does: constantFrom('late' as const, 'undone' as const), organization }) },
  { weight: 1, arbitrary: record({ does: constantFrom('forget' as const), organization }) },
  {
    weight: 1,
    arbitrary: record({
      does: constantFrom('prune' as const),
      organization,
      chain: constantFrom('events' as const, 'calls' as const),
      share: nat(100),
    }),
  },
  { weight: 4, arbitrary: record({ does: constantFrom('commit' as const, 'seal' as const) }) },
);

describe('chains under concurrent writers, sealers and pruning in any order', () => {
  let context: ServiceContext;
  beforeAll(async () => {
    context = await startContext([AuditUpkeepModule], { DATABASE_POOL_SIZE: '20' });
    // Only the owner of the tables may prune events, but row-level security does not apply to it.
    await context.db.query('GRANT DELETE ON audit_events, audit_seals TO privacy_chat_app');
  });
  afterAll(() => context?.stop());

  it('are intact, and miss no entry that was committed and not pruned', async () => {
    await assert(
      asyncProperty(array(array(step, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), async (rounds) => {
        const run = new Interleaving(context.get(Transactions), context.get);
        // All steps of a round run concurrently.
        for (const round of rounds) await Promise.all(round.map((one) => run.do(one)));
        await run.do({ does: 'commit' });
        await run.do({ does: 'seal' });
        for (const [i, { organizationId }] of run.owners.entries()) {
          const report = await context.get(VerifyAuditTrail).execute(organizationId);
          expect(report).toMatchObject({ intact: true, unsealed: { count: 0 }, strayCallers: 0 });
          const [events, calls] = report.chains.map(({ newest, pruned, entries }) => {
            expect(entries).toBe((newest?.seq ?? 0) - (pruned?.seq ?? 0));
            return newest?.seq ?? 0;
          });
          expect(calls).toBe(run.written[i]!.calls);
          // Additional entries report pruning; some of them were pruned themselves.
          expect(events).toBeGreaterThanOrEqual(run.written[i]!.events);
          expect(await kept(organizationId)).toBe(
            report.chains.reduce((sum, { entries }) => sum + entries, 0),
          );
        }
      }),
      { numRuns: 25 },
    );
  });

  const kept = async (organizationId: string): Promise<number> => {
    const { rows } = await context.db.query<{ kept: number }>(
      'SELECT count(*)::int AS kept FROM audit_events WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]!.kept;
  };
});

class Interleaving {
  readonly owners: readonly Owner[] = [anOwner(), anOwner()];
  /** The number of committed entries by organization. */
  readonly written = this.owners.map(() => ({ events: 0, calls: 0 }));
  private open: { commit: () => void; done: Promise<void> }[] = [];

  constructor(
    private readonly transactions: Transactions,
    private readonly part: <T>(type: new (...args: never[]) => T) => T,
  ) {}

  async do(step: Step): Promise<void> {
    if (!('organization' in step))
      return step.does === 'seal' ? this.part(SealAuditTrail).execute() : this.commit();
    const owner = this.owners[step.organization]!;
    const written = this.written[step.organization]!;
    const { organizationId } = owner;
    switch (step.does) {
      case 'event':
        await this.trail.recordAlone({ action: 'chat.delete', organizationId });
        written.events += 1;
        break;
      case 'call':
        await runPrepared(
          this.part(DataSource),
          this.part(ModelCallsStore).recording({ owner, model: 'm', hidden: { Names: 1 } }),
          owner,
        );
        written.calls += 1;
        break;
      case 'late':
        await this.begin(organizationId);
        written.events += 1;
        break;
      case 'undone':
        await this.transactions
          .run(async (tx) => {
            await this.trail.record(tx, { action: 'chat.delete', organizationId });
            throw new Error('undone');
          })
          .catch(() => undefined);
        break;
      case 'forget':
        await this.part(ModelCallsStore).forget(owner);
        break;
      case 'prune':
        // The fraction of the chain's lifetime so far.
        await this.part(PruneAuditTrail).chain(organizationId, step.chain, this.timeAt(step.share));
    }
  }

  private readonly startedAt = Date.now();
  private timeAt = (share: number): Date =>
    new Date(this.startedAt + ((Date.now() - this.startedAt) * share) / 100);

  private get trail(): AuditTrail {
    return this.part(AuditTrail as never);
  }

  /** Writes an entry in a transaction that stays open. */
  private async begin(organizationId: string): Promise<void> {
    let isWritten: () => void;
    let commit = (): void => undefined;
    const written = new Promise<void>((resolve) => (isWritten = resolve));
    const committing = new Promise<void>((resolve) => (commit = resolve));
    const done = this.transactions.run(async (tx) => {
      await this.trail.record(tx, { action: 'chat.delete', organizationId });
      isWritten();
      await committing;
    });
    this.open.push({ commit, done });
    await written;
  }

  private async commit(): Promise<void> {
    const open = this.open.splice(0);
    for (const { commit } of open) commit();
    await Promise.all(open.map(({ done }) => done));
  }
}

const anOwner = (): Owner => ({ userId: newId(), organizationId: newId() });
