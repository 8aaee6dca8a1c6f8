import { Webhook } from 'standardwebhooks';
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
/** Long enough that a test can interrupt its job. */
const LONG = LINE.repeat(300);

/** Lost queue entries and exhausted attempts: `test/e2e/outages/jobs.ts`. */
describe('when workers stop, a job', () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let user: TestUser;
  let jobs: JobClient;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      WEBHOOK_TIMEOUT: '2s',
      WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms,100ms,100ms,100ms,100ms,100ms',
      JOB_LEASE: '5s',
      JOB_SWEEP_INTERVAL: '500ms',
      SHUTDOWN_GRACE: '1s',
    });
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
  const running = (jobId: string): Promise<void> =>
    eventually(async () => {
      const { rowCount } = await system.db.query(
        'SELECT 1 FROM jobs WHERE id = $1 AND lease_owner IS NOT NULL',
        [jobId],
      );
      expect(rowCount).toBe(1);
    });
  const deliveredOnce = async (jobId: string, status: string): Promise<void> => {
    await eventually(async () =>
      expect(await jobs.report(jobId)).toMatchObject({ status, delivery: { state: 'delivered' } }),
    );
    const ids = new Set(jobs.webhooksOf(jobId).map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    for (const { body } of jobs.webhooksOf(jobId)) expect(body.status).toBe(status);
  };

  it('of a killed worker is finished by another worker [PRIV-22]', async () => {
    const jobId = await submit(LONG);
    await running(jobId);
    await system.worker.stop('SIGKILL');
    expect((await jobs.report(jobId)).status).toBe('accepted');
    await system.worker.start();
    await deliveredOnce(jobId, 'completed');
    const { rows } = await system.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 2 }]);
    const [webhook] = jobs.webhooksOf(jobId);
    expect(String(webhook!.body.anonymized_text)).not.toContain('@firma');
    const shown = await system.cli(['org', 'secret', user.organizationId, 'show', '--json']);
    const { secret } = JSON.parse(shown) as { secret: string };
    const headers = webhook!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(webhook!.raw, headers)).toEqual(webhook!.body);
  });

  it('that a stopping worker cannot finish in time is released without counting an attempt, and finished by another', async () => {
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

  it('is delivered under the same webhook-id if its worker was killed during the delivery', async () => {
    await system.db.query('TRUNCATE webhook_hosts');
    receiver.respond = () => 'never';
    const jobId = await submit(LINE);
    await eventually(() => expect(jobs.webhooksOf(jobId).length).toBeGreaterThan(0));
    await system.worker.stop('SIGKILL');
    receiver.respond = () => 204;
    // The wait lasts as long as the lease exceeds the timeout.
    await system.db.query('UPDATE webhook_deliveries SET lease_until = now() WHERE subject_id = $1', [jobId]);
    await system.worker.start();
    await deliveredOnce(jobId, 'completed');
    expect(jobs.webhooksOf(jobId).length).toBeGreaterThan(1);
  });
});
