import { join } from 'node:path';
import {
  eventually,
  makeAudio,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  type Program,
  type SpeechServer,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { TranscriptionClient } from '../support/transcription-client';
import { ApiClient } from '../support/api-client';
import { accepted, JobClient } from '../support/jobs';

const SPEECH = join(__dirname, '../fixtures/speech/librivox-0870.wav');

/** Decoding and voice detection are slow on a busy machine. */

describe('Workers that transcribe', () => {
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;
  let user: TestUser;
  let jobs: JobClient;
  let client: TranscriptionClient;
  let worker: Program;
  let minutes: Buffer;

  beforeAll(async () => {
    [receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    const env = {
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      TRANSCRIPTION_REQUEST_BYTES: '1MiB',
      JOB_SWEEP_INTERVAL: '500ms',
      SHUTDOWN_GRACE: '3s',
    };
    system = await startSystem(env, ['api']);
    user = await system.user();
    jobs = new JobClient(new ApiClient(system, user), receiver);
    client = new TranscriptionClient(system, user, receiver);
    worker = await system.startWorker({ WORKER_QUEUES: 'transcription' });
    minutes = await makeAudio('m.mp3', '-stream_loop', '-1', '-i', SPEECH, '-t', '150', '-b:a', '32k');
  });
  beforeEach(() => {
    speech.requests.length = 0;
  });
  afterAll(async () => {
    await system?.stop();
    await Promise.all([receiver?.stop(), speech?.stop()]);
  });

  it('run only the queues of WORKER_QUEUES', async () => {
    speech.recognize = () => [{ start: 0, end: 5, text: ' Heard.' }];
    const [transcription, anonymization] = [
      await client.submit(minutes, 'm.mp3'),
      await accepted(jobs.anonymize({ text: 'Nobody.' })),
    ];
    await eventually(async () =>
      expect(await jobs.report(transcription)).toMatchObject({ status: 'completed' }),
    );

    expect(await jobs.report(anonymization)).toMatchObject({ status: 'accepted' });
    expect(receiver.webhooks).toEqual([]);
  });

  it('report their progress, and release a recording when they stop: another worker does it once, without a counted attempt', async () => {
    speech.recognize = () =>
      speech.requests.length < 3 ? [{ start: 0, end: 5, text: ' before.' }] : 'never';
    const jobId = await client.submit(minutes, 'm.mp3');
    await eventually(async () => expect((await jobs.report(jobId)).progress).toBeGreaterThan(0));
    expect((await jobs.report(jobId)).progress).toBeLessThan(1);

    expect(await worker.stop()).toBe(0);
    speech.recognize = () => [{ start: 0, end: 5, text: ' after.' }];
    await system.startWorker();
    const { status, transcript } = await client.delivered(jobId);

    expect(status).toBe('completed');
    expect(new Set(String(transcript).split(' '))).toEqual(new Set(['after.']));
    const { rows } = await system.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(jobs.webhooksOf(jobId)).toHaveLength(1);
  });
});
