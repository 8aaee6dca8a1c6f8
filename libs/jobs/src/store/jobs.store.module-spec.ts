import { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, Transactions } from '@app/common';
import { jobsConfig } from '@app/config';
import { startContext, type ServiceContext } from '@app/testing';
import { JobsModule } from '../jobs.module';
import { JobsStore, type NewJobRow } from './jobs.store';
import { StoredJobs } from './stored-jobs.store';

describe('a job’s row', () => {
  let context: ServiceContext;
  let db: ServiceContext['db'];
  let transactions: Transactions;
  /** Stores that lease as two different processes. */
  let one: JobsStore;
  let two: JobsStore;
  const owner = { organizationId: newId(), userId: newId() };

  beforeAll(async () => {
    context = await startContext([JobsModule]);
    db = context.db;
    transactions = context.get(Transactions);
    one = context.get(JobsStore);
    two = new JobsStore(context.get(DataSource), jobsConfig());
  });
  beforeEach(() => db.query('TRUNCATE jobs, job_turns, data_keys'));
  afterAll(() => context?.stop());

  const job = (more: Partial<NewJobRow> = {}): NewJobRow => ({
    id: newId(),
    type: 'anonymization',
    ...owner,
    requestId: 'test',
    input: Buffer.from('input'),
    webhookUrl: Buffer.from('url'),
    policyVersion: 0,
    key: { keyId: 'test', wrapped: Buffer.from('wrapped') },
    ...more,
  });
  async function accepted(): Promise<string> {
    const row = job();
    await one.accept([row]);
    return row.id;
  }
  const stored = () => context.get(StoredJobs);
  const claim = async (jobs: JobsStore) => (await jobs.claim('anonymization', 10)).map(({ id }) => id);
  const end = (jobs: JobsStore, id: string, selection: 'leased' | 'locked' = 'leased') =>
    transactions.runFor(ALL_OWNERS, (tx) =>
      jobs.end(
        tx,
        [{ id, status: 'completed', error: null, errorCode: null, issuedTable: null, resultFile: null }],
        selection,
      ),
    );
  const row = async (id: string) => {
    const { rows } = await db.query(
      `SELECT status, attempts, progress, lease_owner IS NOT NULL AS leased, available_at > now() AS waits,
         input IS NULL AND webhook_url IS NULL AS emptied, finished_at IS NOT NULL AS ended
       FROM jobs WHERE id = $1`,
      [id],
    );
    return rows[0] as Record<string, unknown> | undefined;
  };
  const runOut = () => db.query(`UPDATE jobs SET lease_until = now() - interval '1 second'`);

  it('is listed for the operator by its state, the newest or the oldest first, without contents', async () => {
    const failed = await accepted();
    expect(await claim(one)).toEqual([failed]);
    await db.query(`UPDATE jobs SET status = 'failed', error_code = 'no_words', finished_at = now()`);
    const running = await accepted();
    expect(await claim(one)).toEqual([running]);
    const [first, second] = [await accepted(), await accepted()];
    const listed = async (state: 'waiting' | 'running' | 'failed' | undefined, oldest: boolean, take = 9) =>
      (await stored().listed({ state, oldest, take })).map(({ job_id, state: shown, error_code }) => [
        job_id,
        shown,
        error_code,
      ]);
    expect(await listed('waiting', true)).toEqual([
      [first, 'waiting', null],
      [second, 'waiting', null],
    ]);
    expect(await listed('waiting', false, 1)).toEqual([[second, 'waiting', null]]);
    expect(await listed('running', false)).toEqual([[running, 'running', null]]);
    expect(await listed('failed', false)).toEqual([[failed, 'failed', 'no_words']]);
    expect((await listed(undefined, true)).map(([id]) => id)).toEqual([failed, running, first, second]);
  });

  it('is written once with its key, even if its acceptance is retried', async () => {
    const given = job();
    await one.accept([given]);
    await one.accept([given]);
    expect((await db.query('SELECT FROM jobs')).rows).toHaveLength(1);
    expect((await db.query('SELECT key_id FROM data_keys')).rows).toEqual([{ key_id: 'test' }]);
  });

  it('is leased to one process, and only that process can end it', async () => {
    const id = await accepted();
    expect(await claim(one)).toEqual([id]);
    expect(await claim(two)).toEqual([]);
    expect(await row(id)).toMatchObject({ attempts: 1, leased: true });
    expect(await end(two, id)).toEqual(new Set());
    expect(await end(one, id)).toEqual(new Set([id]));
    expect(await row(id)).toMatchObject({
      status: 'completed',
      progress: 100,
      emptied: true,
      ended: true,
      leased: false,
    });
    expect(await end(one, id)).toEqual(new Set());
  });

  it('can be claimed by another process after its lease has expired; the first can no longer renew it, end it or report progress', async () => {
    const id = await accepted();
    await claim(one);
    await runOut();
    expect(await claim(two)).toEqual([id]);
    expect(await one.renew([id])).toEqual([]);
    expect(await two.renew([id])).toEqual([id]);
    await one.progress(id, 90);
    await one.retryLater(id, 0);
    expect(await one.release([id])).toBe(0);
    expect(await end(one, id)).toEqual(new Set());
    expect(await row(id)).toMatchObject({ attempts: 2, progress: 0, leased: true, status: 'accepted' });
  });

  it('counts a run that failed, and waits before the next one', async () => {
    const id = await accepted();
    await claim(one);
    await one.retryLater(id, 60);
    expect(await row(id)).toMatchObject({ attempts: 1, leased: false, waits: true });
    expect(await claim(two)).toEqual([]);
    await db.query('UPDATE jobs SET available_at = now()');
    expect(await claim(two)).toEqual([id]);
    expect(await row(id)).toMatchObject({ attempts: 2 });
  });

  it('does not count a released run, nor a job that could not be decrypted', async () => {
    const id = await accepted();
    await claim(one);
    expect(await one.release([id])).toBe(1);
    expect(await row(id)).toMatchObject({ attempts: 0, leased: false, waits: false });
    expect(await claim(two)).toEqual([id]);
    await two.setAside(id, 60);
    expect(await row(id)).toMatchObject({ attempts: 0, leased: false, waits: true });
  });

  it('counts only for its organization, as waiting until it runs', async () => {
    const backlog = () => stored().backlogOf(owner.organizationId);
    const [first, second] = [await accepted(), await accepted()];
    await one.accept([job({ organizationId: newId() })]);
    await db.query(`UPDATE jobs SET created_at = now() - interval '1 hour'`);
    const oldestS = expect.closeTo(3_600, -2) as number;
    expect(await backlog()).toEqual([{ type: 'anonymization', waiting: 2, running: 0, oldestS }]);
    await claim(one);
    expect(await backlog()).toEqual([{ type: 'anonymization', waiting: 0, running: 2, oldestS: 0 }]);
    await end(one, first);
    await runOut();
    expect(await backlog()).toEqual([{ type: 'anonymization', waiting: 1, running: 0, oldestS }]);
    expect(await claim(two)).toContain(second);
  });

  it('reports progress that never decreases', async () => {
    const id = await accepted();
    await claim(one);
    await one.progress(id, 60);
    await one.progress(id, 40);
    expect(await row(id)).toMatchObject({ progress: 60 });
  });

  it('is ended by a caller that has locked it, even while leased, and erased only by its owner', async () => {
    const id = await accepted();
    await claim(one);
    expect(await end(two, id, 'locked')).toEqual(new Set([id]));
    expect(await one.renew([id])).toEqual([]);
    const erase = (by: typeof owner) => transactions.runFor(ALL_OWNERS, (tx) => stored().erase(tx, by, id));
    expect(await erase({ ...owner, userId: newId() })).toBe(false);
    expect(await erase({ ...owner, organizationId: newId() })).toBe(false);
    expect(await erase(owner)).toBe(true);
    expect(await row(id)).toBeUndefined();
  });
});
