import { newId } from '@app/common';
import { eventually, startContext, type ServiceContext } from '@app/testing';
import { JobsModule } from '../jobs.module';
import type { JobType } from '../store/jobs.entities';
import { AcceptJob } from '../submission/accept-job';
import type { JobRunner } from './run-job';
import { JobSlots } from './job-slots';

describe('JobSlots', () => {
  let context: ServiceContext;
  let accept: AcceptJob;
  let work: ReturnType<JobSlots['open']>;

  beforeAll(async () => {
    context = await startContext([JobsModule]);
    accept = context.get(AcceptJob);
    work = context.get(JobSlots).open(runnerOf('anonymization'), 1);
  });
  beforeEach(() => context.db.query('TRUNCATE jobs, job_turns'));
  afterAll(() => context?.stop());

  const runnerOf = (type: JobType): JobRunner => ({ type, run: async () => ({}) });
  async function submit(organizationId: string, count = 1): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { jobId } = await accept.execute({
        owner: { organizationId, userId: newId() },
        type: 'anonymization',
        input: { text: `text ${index}` },
        webhookUrl: 'https://receiver.example/',
        policyVersion: 0,
      });
      ids.push(jobId);
    }
    return ids;
  }
  const claim = async (free: number) => (await work.claim(free)).map(({ id }) => id);
  /** Returns the server's counters: scans of the index of unfinished jobs, and rows read by any index. */
  const reads = async () => {
    const { rows } = await context.db.query<{ claims: number; rows: number }>(
      `SELECT (sum(idx_scan) FILTER (WHERE indexrelname = 'jobs_unfinished'))::int AS claims,
         (sum(idx_tup_read) FILTER (WHERE indexrelname <> 'jobs_unfinished'))::int AS rows
       FROM pg_stat_user_indexes WHERE relname = 'jobs'`,
    );
    return rows[0]!;
  };
  const expire = (id: string) =>
    context.db.query(`UPDATE jobs SET lease_until = now() - interval '1 second' WHERE id = $1`, [id]);

  it('claims an organization’s oldest job first and decrypts its input', async () => {
    const [first] = await submit(newId(), 3);
    const [job] = await work.claim(1);
    expect(job).toMatchObject({
      id: first,
      attempts: 1,
      input: { text: 'text 0' },
      webhookUrl: 'https://receiver.example/',
    });
  });

  it('claims nothing while it is paused, and the same jobs afterwards', async () => {
    const ids = await submit(newId(), 2);
    const slots = context.get(JobSlots);
    slots.paused = true;
    expect(await claim(2)).toEqual([]);
    slots.paused = false;
    expect(await claim(2)).toEqual(ids);
  });

  it('claims from organizations in turn, so that many jobs of one do not starve another’s', async () => {
    const [busy, small, late] = [newId(), newId(), newId()];
    const many = await submit(busy, 40);
    expect(await claim(1)).toEqual([many[0]]);
    const [one] = await submit(small);
    expect(await claim(1)).toEqual([one]);
    const [two, three] = await submit(late, 2);
    expect(await claim(1)).toEqual([two]);
    expect(await claim(1)).toEqual([many[1]]);
    expect(await claim(1)).toEqual([three]);
    expect(await claim(2)).toEqual([many[2], many[3]]);
  });

  it('shares one claim of many slots among the organizations', async () => {
    const [busy, small] = [newId(), newId()];
    const many = await submit(busy, 40);
    const few = await submit(small, 3);
    expect((await claim(8)).sort()).toEqual([...many.slice(0, 5), ...few].sort());
  });

  it('never gives one job to two workers', async () => {
    const ids = await submit(newId(), 30);
    const claimed: string[] = [];
    for (let round: string[] = ids; round.length > 0;) {
      round = (await Promise.all(Array.from({ length: 10 }, () => claim(4)))).flat();
      claimed.push(...round);
    }
    expect(claimed.sort()).toEqual([...ids].sort());
  });

  it('reclaims a dead worker’s job and counts the attempt', async () => {
    const [id] = await submit(newId());
    await claim(1);
    expect(await claim(1)).toEqual([]);
    await expire(id!);
    expect(await work.claim(1)).toMatchObject([{ id, attempts: 2 }]);
  });

  it('claims no other types, no finished jobs and no jobs that wait for a retry', async () => {
    const [finished, waiting] = await submit(newId(), 2);
    await context.db.query(`UPDATE jobs SET status = 'failed', finished_at = now() WHERE id = $1`, [
      finished,
    ]);
    await context.db.query(`UPDATE jobs SET available_at = now() + interval '1 minute' WHERE id = $1`, [
      waiting,
    ]);
    expect(await claim(5)).toEqual([]);
    const others = context.get(JobSlots).open(runnerOf('transcription'), 1);
    expect(await others.claim(5)).toEqual([]);
  });

  it('claims from a long backlog without reading the finished jobs', async () => {
    const organizationId = newId();
    await context.db.query(
      `INSERT INTO jobs (id, type, organization_id, user_id, request_id)
       SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'anonymization', $1, $1, 'backlog'
       FROM generate_series(1, 4000) n`,
      [organizationId],
    );
    // The planner's statistics from when all of them were waiting.
    await context.db.query('ANALYZE jobs');
    await context.db.query(`UPDATE jobs SET status = 'completed', finished_at = now()`);
    const waiting = await submit(organizationId, 3);
    const before = await reads();
    expect(await claim(3)).toEqual(waiting);
    const after = await eventually(async () => {
      const now = await reads();
      expect(now.claims).toBeGreaterThan(before.claims);
      return now;
    });
    expect(after.rows - before.rows).toBeLessThan(1_000);
  });

  it.each([
    ['its main key is not in the ring', `UPDATE data_keys SET key_id = 'removed' WHERE subject_id = $1`],
    ['its data key is gone', 'DELETE FROM data_keys WHERE subject_id = $1'],
    ['it was damaged', `UPDATE jobs SET input = '\\x00' WHERE id = $1`],
  ])('sets aside a job that cannot be decrypted because %s and continues with others', async (_, spoil) => {
    const [unreadable, ...others] = await submit(newId(), 3);
    await context.db.query(spoil, [unreadable]);
    expect(await claim(3)).toEqual(others);
    const { rows } = await context.db.query(
      `SELECT status, attempts, lease_owner, available_at > now() AS waits FROM jobs WHERE id = $1`,
      [unreadable],
    );
    expect(rows).toEqual([{ status: 'accepted', attempts: 0, lease_owner: null, waits: true }]);
    expect(await claim(3)).toEqual([]);
  });

  it('claims a set-aside job after its main key was restored', async () => {
    const [id] = await submit(newId());
    const rename = (from: string, to: string) =>
      context.db.query('UPDATE data_keys SET key_id = $2 WHERE key_id = $1 AND subject_id = $3', [
        from,
        to,
        id,
      ]);
    await rename('test', 'removed');
    expect(await claim(1)).toEqual([]);
    await rename('removed', 'test');
    await context.db.query('UPDATE jobs SET available_at = now()');
    expect(await claim(1)).toEqual([id]);
  });
});
