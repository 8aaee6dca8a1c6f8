import {
  eventually,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  type SpeechServer,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { acceptedUpload, halfAnUpload } from '../support/half-an-upload';
import { accepted, JobClient } from '../support/jobs';

/**
 * SIGTERM in the middle of things: nothing is lost, and nothing is done again that was done (contract: Running it). An upload that
 * ends too late, or whose process is killed: `test/long/shutdown.e2e-spec.ts`.
 */
describe('a program that is told to stop', () => {
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;
  let user: TestUser;
  let jobs: JobClient;

  beforeAll(async () => {
    [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    system = await startSystem({
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      JOB_LEASE: '5s',
      JOB_SWEEP_INTERVAL: '500ms',
      SHUTDOWN_GRACE: '5s',
      WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms',
    });
    user = await system.user();
    jobs = new JobClient(new ApiClient(system, user), receiver);
  });
  beforeEach(async () => {
    receiver.respond = () => 204;
    if (!system.api.running) await system.api.start();
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([receiver?.stop(), speech?.stop()]);
  });

  const half = (more: Record<string, string> = {}) =>
    halfAnUpload(system, user, `${receiver.url}/hook`, more);
  const count = async (table: string): Promise<number> =>
    (await system.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n;
  const arriving = () => eventually(async () => expect(await count('job_audio')).toBe(1));
  const stopped = () =>
    eventually(async () => {
      const answer = await new ApiClient(system).get('/health/live').catch(() => undefined);
      expect(answer).toBeUndefined();
    });
  const submit = (): Promise<string> => accepted(jobs.anonymize());
  const attempts = async (jobId: string) =>
    (
      await system.db.query<{ state: string; status_code: number }>(
        `SELECT d.state, a.status_code FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
         WHERE d.subject_id = $1`,
        [jobId],
      )
    ).rows;

  it('waits for the answer to a webhook that was sent, and does not send it again', async () => {
    let answer: (status: number) => void = () => undefined;
    receiver.respond = () => new Promise((resolve) => (answer = resolve));
    const jobId = await submit();
    await eventually(() => expect(jobs.webhooksOf(jobId)).toHaveLength(1));
    const exit = system.worker.stop('SIGTERM');
    await eventually(() => expect(system.worker.output).toContain('shutdown.begun'));
    answer(204);
    expect(await exit).toBe(0);
    expect(await attempts(jobId)).toEqual([{ state: 'delivered', status_code: 204 }]);

    receiver.respond = () => 204;
    await system.worker.start();
    const next = await submit();
    await eventually(() => expect(jobs.webhooksOf(next)).toHaveLength(1));
    expect(jobs.webhooksOf(jobId)).toHaveLength(1);
  });

  it('takes an upload that is under way to its end', async () => {
    const { request, rest, answer } = half();
    await arriving();
    const exit = system.api.stop('SIGTERM');
    await stopped();
    request.end(rest);
    const jobId = await acceptedUpload(await answer);
    expect(await exit).toBe(0);
    await eventually(() => expect(jobs.webhooksOf(jobId)).toHaveLength(1));
    expect(jobs.webhooksOf(jobId)[0]!.body).toMatchObject({ status: 'completed' });
  });
});
