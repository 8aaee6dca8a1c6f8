import { Webhook } from 'standardwebhooks';
import type { JobReport } from '@app/jobs';
import {
  eventually,
  startSystem,
  startWebhookReceiver,
  type ReceivedWebhook,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';

const LINE =
  'Dear Ms Wilhelmine Brandstetter, call +49 30 901820 or write to w.brandstetter@firma.example.\n';
/** Long enough to be interrupted. */
const LONG = LINE.repeat(2_500);

describe('when processes and stores go away, a job', () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let user: TestUser;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem(
      {
        WEBHOOK_CA_FILE: receiver.caFile,
        WEBHOOK_TIMEOUT: '2s',
        WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms,100ms,100ms,100ms,100ms,100ms',
        JOB_LEASE: '5s',
        JOB_SWEEP_INTERVAL: '500ms',
        SHUTDOWN_GRACE: '3s',
      },
      ['api'],
    );
    user = await system.user();
  });
  beforeEach(() => {
    receiver.respond = () => 204;
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  async function submit(text: string): Promise<string> {
    const response = await fetch(system.ai('job/anonymize'), {
      method: 'POST',
      headers: { ...user.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ text, lang: 'en', choices: ['Emails'], webhook_url: `${receiver.url}/hook` }),
    });
    expect(response.status).toBe(202);
    return response.headers.get('x-job-id')!;
  }
  const running = (jobId: string): Promise<void> =>
    eventually(async () => {
      const { rowCount } = await system.db.query(
        'SELECT 1 FROM jobs WHERE id = $1 AND lease_owner IS NOT NULL',
        [jobId],
      );
      expect(rowCount).toBe(1);
    });
  const job = async (jobId: string): Promise<JobReport> => {
    const response = await fetch(system.ai(`job/${jobId}`), { headers: user.authorization });
    return (await response.json()) as JobReport;
  };
  const webhooksOf = (jobId: string): ReceivedWebhook[] =>
    receiver.webhooks.filter(({ body }) => body.job_id === jobId);
  const deliveredOnce = async (jobId: string, status: string): Promise<void> => {
    await eventually(async () =>
      expect(await job(jobId)).toMatchObject({ status, delivery: { state: 'delivered' } }),
    );
    const ids = new Set(webhooksOf(jobId).map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    for (const { body } of webhooksOf(jobId)) expect(body.status).toBe(status);
  };

  it('has neither a result nor a webhook to redeliver while it waits', async () => {
    const jobId = await submit(LINE);
    for (const [method, path] of [
      ['GET', 'result'],
      ['POST', 'redeliver'],
    ] as const) {
      const response = await fetch(system.ai(`job/${jobId}/${path}`), {
        method,
        headers: user.authorization,
      });
      expect([path, response.status]).toEqual([path, 409]);
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
      const request = { method: 'DELETE', headers: user.authorization };
      const { status } = await fetch(system.ai(`job/${cancelled}`), request);
      cancelling = [status, await job(cancelled)];
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
      expect((await job(exhausted)).error).toBe('Processing was interrupted 3 times and was given up');
    });

    it('is cancelled while it waits, and its webhook says so', async () => {
      expect(cancelling).toEqual([200, expect.objectContaining({ status: 'failed', error: 'Cancelled' })]);
      await deliveredOnce(cancelled, 'failed');
      const body = { job_id: cancelled, status: 'failed', error: 'Cancelled' };
      expect(webhooksOf(cancelled)[0]!.body).toEqual(body);
    });
  });

  it('that a killed worker was running is finished by another', async () => {
    const jobId = await submit(LONG);
    await running(jobId);
    await system.worker.stop('SIGKILL');
    expect((await job(jobId)).status).toBe('accepted');
    await system.worker.start();
    await deliveredOnce(jobId, 'completed');
    const { rows } = await system.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 2 }]);
    const [webhook] = webhooksOf(jobId);
    expect(String(webhook!.body.anonymized_text)).not.toContain('@firma');
    const shown = await system.cli(['org', 'secret', user.organizationId, 'show', '--json']);
    const { secret } = JSON.parse(shown) as { secret: string };
    const headers = webhook!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(webhook!.raw, headers)).toEqual(webhook!.body);
  });

  it('that a stopping worker cannot finish in time is given back, uncounted, and finished by another', async () => {
    const jobId = await submit(LONG);
    await running(jobId);
    expect(await system.worker.stop('SIGTERM')).toBe(0);
    const { rows } = await system.db.query<{ ended: boolean; free: boolean }>(
      `SELECT status <> 'accepted' AS ended, attempts = 0 AND lease_owner IS NULL AS free FROM jobs WHERE id = $1`,
      [jobId],
    );
    expect(rows[0]!.ended || rows[0]!.free).toBe(true);
    await system.worker.start();
    await deliveredOnce(jobId, 'completed');
  });

  it('whose webhook was under way when its worker was killed is delivered under the same id', async () => {
    await system.db.query('TRUNCATE webhook_hosts');
    receiver.respond = () => 'never';
    const jobId = await submit(LINE);
    await eventually(() => expect(webhooksOf(jobId).length).toBeGreaterThan(0));
    await system.worker.stop('SIGKILL');
    receiver.respond = () => 204;
    // As long as the lease lasts beyond the time-out.
    await system.db.query('UPDATE webhook_deliveries SET lease_until = now() WHERE subject_id = $1', [jobId]);
    await system.worker.start();
    await deliveredOnce(jobId, 'completed');
    expect(webhooksOf(jobId).length).toBeGreaterThan(1);
  });
});
