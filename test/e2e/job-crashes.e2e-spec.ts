import type { JobReport } from '@app/jobs';
import {
  eventually,
  startSystem,
  startWebhookReceiver,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { accepted, JobClient } from '../support/jobs';

const LINE =
  'Dear Ms Wilhelmine Brandstetter, call +49 30 901820 or write to w.brandstetter@firma.example.\n';

/** Workers that are killed and stopped in their work: `test/long/job-crashes.e2e-spec.ts`. */
describe('when processes and stores go away, a job', () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let user: TestUser;
  let jobs: JobClient;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem(
      {
        WEBHOOK_CA_FILE: receiver.caFile,
        WEBHOOK_TIMEOUT: '2s',
        WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms,100ms,100ms,100ms,100ms,100ms',
        JOB_LEASE: '5s',
        JOB_SWEEP_INTERVAL: '500ms',
        SHUTDOWN_GRACE: '1s',
      },
      ['api'],
    );
    user = await system.user();
    jobs = new JobClient(new ApiClient(system, user), receiver);
  });
  beforeEach(() => {
    receiver.respond = () => 204;
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  const submit = (text: string): Promise<string> => accepted(jobs.anonymize({ text, choices: ['Emails'] }));
  const deliveredOnce = async (jobId: string, status: string): Promise<void> => {
    await eventually(async () =>
      expect(await jobs.report(jobId)).toMatchObject({ status, delivery: { state: 'delivered' } }),
    );
    const ids = new Set(jobs.webhooksOf(jobId).map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    for (const { body } of jobs.webhooksOf(jobId)) expect(body.status).toBe(status);
  };

  it('has neither a result nor a webhook to redeliver while it waits', async () => {
    const jobId = await submit(LINE);
    for (const [method, path] of [
      ['GET', 'result'],
      ['POST', 'redeliver'],
    ] as const) {
      const { status } = await jobs.api.call(method, `job/${jobId}/${path}`);
      expect([path, status]).toEqual([path, 409]);
    }
  });

  describe('accepted before a worker started,', () => {
    let forgotten: string[];
    let exhausted: string;
    let cancelled: string;
    let cancelling: [status: number, then: JobReport];

    beforeAll(async () => {
      [exhausted, cancelled] = [await submit(LINE), await submit(LINE)];
      forgotten = await Promise.all(Array.from({ length: 20 }, () => submit(LINE)));
      await system.db.query(
        `UPDATE jobs SET attempts = 3, lease_until = now(), lease_owner = id WHERE id = $1`,
        [exhausted],
      );
      const { status } = await jobs.api.delete(`job/${cancelled}`);
      cancelling = [status, await jobs.report(cancelled)];
      await eventually(async () => {
        const keys = await system.redis.keys(`${system.redisPrefix}*`);
        expect(keys.length).toBeGreaterThan(0);
        await system.redis.del(...keys);
      });
      await system.worker.start();
    });

    it('of which Redis forgot everything is done all the same', async () => {
      for (const jobId of forgotten) await deliveredOnce(jobId, 'completed');
    });

    it('whose workers died as often as is allowed fails, and says so', async () => {
      await deliveredOnce(exhausted, 'failed');
      expect((await jobs.report(exhausted)).error).toBe(
        'Processing was interrupted 3 times and was given up',
      );
    });

    it('is cancelled while it waits, and its webhook says so', async () => {
      expect(cancelling).toEqual([200, expect.objectContaining({ status: 'failed', error: 'Cancelled' })]);
      await deliveredOnce(cancelled, 'failed');
      const body = { job_id: cancelled, status: 'failed', error: 'Cancelled' };
      expect(jobs.webhooksOf(cancelled)[0]!.body).toEqual(body);
    });
  });
});
