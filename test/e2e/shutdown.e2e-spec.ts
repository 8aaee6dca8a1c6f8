import { readFileSync } from 'node:fs';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
import { accepted, JobClient } from '../support/jobs';

const SPEECH = readFileSync(join(__dirname, '../fixtures/speech/librivox-0880.wav'));
const BOUNDARY = 'a-boundary';

/** SIGTERM in the middle of things: nothing is lost, and nothing is done again that was done (contract: Running it). */
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

  /** An upload of which the first half is on its way. */
  function halfAnUpload(more: Record<string, string> = {}): {
    request: ClientRequest;
    rest: Buffer;
    answer: Promise<IncomingMessage>;
  } {
    const part = (headers: string, content: string | Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]);
    const body = Buffer.concat([
      part('name="lang"', 'en'),
      part('name="webhook_url"', `${receiver.url}/hook`),
      part('name="file"; filename="a.wav"', SPEECH),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]);
    const request = httpRequest(system.ai('job/transcribe'), {
      method: 'POST',
      headers: {
        ...user.authorization,
        ...more,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
      },
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    answer.catch(() => undefined);
    request.write(body.subarray(0, body.length / 2));
    return { request, rest: body.subarray(body.length / 2), answer };
  }
  const count = async (table: string): Promise<number> =>
    (await system.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n;
  const arriving = () => eventually(async () => expect(await count('job_audio')).toBe(1));
  const nothingArrives = () => eventually(async () => expect(await count('job_audio')).toBe(0));
  const stopped = () =>
    eventually(async () => {
      const answer = await new ApiClient(system).get('/health/live').catch(() => undefined);
      expect(answer).toBeUndefined();
    });
  const acceptedUpload = async (answer: IncomingMessage): Promise<string> => {
    expect(answer.statusCode).toBe(202);
    return (JSON.parse(await text(answer)) as { job_id: string }).job_id;
  };
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

  it('killed in the midst of an upload, holds its Idempotency-Key no longer than a lease', async () => {
    await nothingArrives();
    const key = { 'idempotency-key': 'killed-in-an-upload' };
    halfAnUpload(key);
    await arriving();
    await system.api.stop('SIGKILL');
    await system.api.start();
    const jobId = await eventually(async () => {
      const { request, rest, answer } = halfAnUpload(key);
      request.end(rest);
      return acceptedUpload(await answer);
    });
    await eventually(() => expect(jobs.webhooksOf(jobId)).toHaveLength(1));
  });

  it('takes an upload that is under way to its end', async () => {
    const { request, rest, answer } = halfAnUpload();
    await arriving();
    const exit = system.api.stop('SIGTERM');
    await stopped();
    request.end(rest);
    const jobId = await acceptedUpload(await answer);
    expect(await exit).toBe(0);
    await eventually(() => expect(jobs.webhooksOf(jobId)).toHaveLength(1));
    expect(jobs.webhooksOf(jobId)[0]!.body).toMatchObject({ status: 'completed' });
  });

  it('breaks an upload off that does not end in time, makes no job of it, and leaves nothing of it', async () => {
    const jobs = await count('jobs');
    await nothingArrives();
    const { answer } = halfAnUpload();
    await arriving();
    expect(await system.api.stop('SIGTERM')).toBe(0);
    await expect(answer).rejects.toThrow();
    expect(await count('jobs')).toBe(jobs);
    await nothingArrives();
  });
});
