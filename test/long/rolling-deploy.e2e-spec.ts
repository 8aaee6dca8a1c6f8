import Queue from 'bull';
import { randomUUID } from 'node:crypto';
import { QUEUE_NAMES } from '@app/queue';
import {
  eventually,
  startSystem,
  startWebhookReceiver,
  type TestSystem,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { accepted, JobClient } from '../support/jobs';

/** During a rolling deployment this version works with the schema of the next version and with queue entries of both. */
describe('next to another version', () => {
  let receiver: WebhookReceiver;
  let system: TestSystem;
  let jobs: JobClient;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    system = await startSystem({ WEBHOOK_CA_FILE: receiver.caFile, JOB_SWEEP_INTERVAL: '1s' }, []);
    await upgradeSchema();
    await Promise.all([system.api.start(), system.worker.start()]);
    jobs = new JobClient(new ApiClient(system, await system.user()), receiver);
  });
  afterAll(async () => {
    await system?.stop();
    await receiver?.stop();
  });

  /** Changes of a later version to every table: new columns, with defaults or nullable, and a new table. */
  async function upgradeSchema(): Promise<void> {
    const { rows } = await system.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'migrations'`,
    );
    for (const { name } of rows)
      await system.db.query(
        `ALTER TABLE ${name} ADD COLUMN later_text text, ADD COLUMN later_count integer NOT NULL DEFAULT 7`,
      );
    await system.db.query('CREATE TABLE later (id uuid PRIMARY KEY)');
    await system.db.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
  }

  it("a job is accepted, run, delivered and read again with the next version's schema", async () => {
    const jobId = await accepted(jobs.anonymize());
    expect((await jobs.delivered(jobId))[0].body).toEqual({
      job_id: jobId,
      status: 'completed',
      anonymized_text: 'Write to [EMAIL_1]',
    });
    expect(await jobs.report(jobId)).toMatchObject({ status: 'completed' });
  });

  it('a worker is woken by queue entries of any version, whatever their data, and leaves none behind', async () => {
    const ids = { jobId: randomUUID(), deliveryId: randomUUID() };
    const entries = [ids, { ...ids, more: { a: [1] } }, {}];
    await system.worker.stop();
    // From here on only an entry wakes the worker.
    system.worker.env.JOB_SWEEP_INTERVAL = '1h';
    const jobId = await accepted(jobs.anonymize({ text: `Write to ${randomUUID()}@example.com` }));
    const queues = QUEUE_NAMES.map(
      (name) => new Queue(name, system.redisUrl, { prefix: `${system.redisPrefix}:queue` }),
    );
    try {
      for (const queue of queues) {
        await queue.empty();
        for (const entry of entries) await queue.add(entry, { removeOnComplete: true, removeOnFail: true });
      }
      await system.worker.start();
      expect((await jobs.delivered(jobId))[0].body).toMatchObject({ status: 'completed' });
      for (const queue of queues) await eventually(async () => expect(await queue.count()).toBe(0));
    } finally {
      await Promise.all(queues.map((queue) => queue.close()));
    }
  });
});
