import { newId } from '@app/common';
import { AcceptJob, Idempotency, JobSlots } from '@app/jobs';
import { startContext, type ServiceContext } from '@app/testing';
import { SweepWebhooks } from '@app/webhooks';
import { ExpireJobs } from './expire-jobs';
import { JobRecordsModule } from './job-records.module';

describe('the retention of jobs', () => {
  const owner = { organizationId: newId(), userId: newId() };
  let context: ServiceContext;

  beforeAll(async () => {
    context = await startContext([JobRecordsModule]);
  });
  beforeEach(() =>
    context.db.query('TRUNCATE jobs, job_idempotency_keys, webhook_deliveries, data_keys CASCADE'),
  );
  afterAll(() => context?.stop());

  const request = (key: string, more: object = {}) => ({
    owner,
    type: 'anonymization' as const,
    key,
    fields: ['text'],
    ...more,
  });
  const accept = (idempotent?: ReturnType<typeof request>) =>
    context.get(AcceptJob).execute({
      owner,
      type: 'anonymization',
      input: {},
      webhookUrl: 'https://receiver.example/',
      policyVersion: 0,
      ...(idempotent && { idempotent }),
    });
  /** Creates a finished job with its webhook in `state` since `ago`. */
  async function ended(state: string, ago: string): Promise<string> {
    const { jobId } = await accept();
    const runner = { type: 'anonymization' as const, run: async () => ({ anonymized_text: 'x' }) };
    await context.get(JobSlots).open(runner, 1).wake();
    await context.db.query(
      `UPDATE webhook_deliveries SET state = $2, finished_at = now() - $3::interval WHERE subject_id = $1`,
      [jobId, state, ago],
    );
    return jobId;
  }
  const kept = async (): Promise<string[]> => {
    const { rows } = await context.db.query<{ id: string }>(
      'SELECT subject_id AS id FROM webhook_deliveries d JOIN data_keys USING (subject_id) WHERE body IS NOT NULL',
    );
    return rows.map(({ id }) => id).sort();
  };

  it('keeps a result for 24 hours after its delivery, or for 30 days after the last attempt failed [PRIV-31]', async () => {
    const young = [
      await ended('delivered', '23 hours 59 minutes'),
      await ended('exhausted', '29 days'),
      await ended('gone', '29 days'),
      await ended('pending', '60 days'),
    ];
    await ended('delivered', '24 hours 1 minute');
    await ended('exhausted', '30 days 1 minute');
    await ended('gone', '31 days');
    await context.get(SweepWebhooks).execute();
    await context.get(ExpireJobs).execute();
    expect(await kept()).toEqual(young.sort());
    expect((await context.db.query('SELECT FROM jobs')).rows).toHaveLength(7);
  });

  it('keeps the input until the job ends [PRIV-32]', async () => {
    const jobId = await ended('pending', '0 seconds');
    const { rows } = await context.db.query('SELECT input, webhook_url FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ input: null, webhook_url: null }]);
  });

  it('keeps an Idempotency-Key for 24 hours, per user and endpoint', async () => {
    const first = await accept(request('k'));
    expect(await accept(request('k'))).toEqual({ jobId: first.jobId, replayed: true });
    await expect(accept(request('k', { fields: ['another'] }))).rejects.toMatchObject({ code: 'conflict' });
    for (const other of [{ owner: { ...owner, userId: newId() } }, { type: 'transcription' as const }])
      expect(
        await context.get(Idempotency).find(request('k', other) as ReturnType<typeof request>),
      ).toBeUndefined();

    await context.db.query(
      `UPDATE job_idempotency_keys SET created_at = now() - interval '24 hours 1 second'`,
    );
    expect(await context.get(Idempotency).find(request('k', { fields: ['another'] }))).toBeUndefined();
    expect((await accept(request('k', { fields: ['another'] }))).replayed).toBe(false);
    await context.db.query(
      `UPDATE job_idempotency_keys SET created_at = now() - interval '24 hours 1 second'`,
    );
    await context.get(ExpireJobs).execute();
    expect((await context.db.query('SELECT FROM job_idempotency_keys')).rows).toEqual([]);
  });
});
