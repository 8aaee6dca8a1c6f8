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
import { JobClient } from '../support/jobs';

/** What ends in time is taken to its end: `test/e2e/shutdown.e2e-spec.ts`. */
describe('a program that goes away in an upload', () => {
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
  const nothingArrives = () => eventually(async () => expect(await count('job_audio')).toBe(0));

  it('killed in the midst of it, holds its Idempotency-Key no longer than a lease', async () => {
    await nothingArrives();
    const key = { 'idempotency-key': 'killed-in-an-upload' };
    half(key);
    await arriving();
    await system.api.stop('SIGKILL');
    await system.api.start();
    const jobId = await eventually(async () => {
      const { request, rest, answer } = half(key);
      request.end(rest);
      return acceptedUpload(await answer);
    });
    await eventually(() => expect(jobs.webhooksOf(jobId)).toHaveLength(1));
  });

  it('breaks it off where it does not end in time, makes no job of it, and leaves nothing of it', async () => {
    const jobs = await count('jobs');
    await nothingArrives();
    const { answer } = half();
    await arriving();
    expect(await system.api.stop('SIGTERM')).toBe(0);
    await expect(answer).rejects.toThrow();
    expect(await count('jobs')).toBe(jobs);
    await nothingArrives();
  });
});
