import type { JobReport } from '@app/job-records';
import { eventually } from '@app/testing';
import { accepted } from '../../support/jobs';
import { useStoppingScene } from '../../support/stopping-scene';

const LINE =
  'Dear Ms Wilhelmine Brandstetter, call +49 30 901820 or write to w.brandstetter@firma.example.\n';

const scene = useStoppingScene();

/** Workers that are killed or stopped while they work: `test/long/job-crashes.e2e-spec.ts`. */
describe('when processes and stores stop, a job', () => {
  beforeAll(async () => {
    await scene.system.worker.stop();
  });

  const submit = (text: string): Promise<string> =>
    accepted(scene.jobs.anonymize({ text, choices: ['Emails'] }));
  const deliveredOnce = async (jobId: string, status: string): Promise<void> => {
    await eventually(async () =>
      expect(await scene.jobs.report(jobId)).toMatchObject({ status, delivery: { state: 'delivered' } }),
    );
    const ids = new Set(scene.jobs.webhooksOf(jobId).map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    for (const { body } of scene.jobs.webhooksOf(jobId)) expect(body.status).toBe(status);
  };

  it('has neither a result nor a webhook to redeliver while it waits', async () => {
    const jobId = await submit(LINE);
    for (const [method, path] of [
      ['GET', 'result'],
      ['POST', 'redeliver'],
    ] as const) {
      const { status } = await scene.jobs.api.call(method, `job/${jobId}/${path}`);
      expect([path, status]).toEqual([path, 409]);
    }
  });

  describe('accepted before a worker started', () => {
    let forgotten: string[];
    let exhausted: string;
    let cancelled: string;
    let cancelling: [status: number, then: JobReport];

    beforeAll(async () => {
      [exhausted, cancelled] = [await submit(LINE), await submit(LINE)];
      forgotten = await Promise.all(Array.from({ length: 20 }, () => submit(LINE)));
      await scene.system.db.query(
        `UPDATE jobs SET attempts = 3, lease_until = now(), lease_owner = id WHERE id = $1`,
        [exhausted],
      );
      const { status } = await scene.jobs.api.delete(`job/${cancelled}`);
      cancelling = [status, await scene.jobs.report(cancelled)];
      await eventually(async () => {
        const keys = await scene.system.redis.keys(`${scene.system.redisPrefix}*`);
        expect(keys.length).toBeGreaterThan(0);
        await scene.system.redis.del(...keys);
      });
      await scene.system.worker.start();
    });

    it('runs although Redis lost its queue entries [SEC-87]', async () => {
      for (const jobId of forgotten) await deliveredOnce(jobId, 'completed');
    });

    it('fails with an explanation after its workers died too often', async () => {
      await deliveredOnce(exhausted, 'failed');
      expect((await scene.jobs.report(exhausted)).error).toBe(
        'Processing was interrupted 3 times and was given up',
      );
    });

    it('is cancelled while it waits, and its webhook says so', async () => {
      expect(cancelling).toEqual([200, expect.objectContaining({ status: 'failed', error: 'Cancelled' })]);
      await deliveredOnce(cancelled, 'failed');
      const body = { job_id: cancelled, status: 'failed', error: 'Cancelled' };
      expect(scene.jobs.webhooksOf(cancelled)[0]!.body).toEqual(body);
    });
  });
});
