import { join } from 'node:path';
import type { JobReport } from '@app/jobs';
import {
  eventually,
  makeAudio,
  startSpeechServer,
  startSystem,
  startWebhookReceiver,
  TranscriptionClient,
  type Program,
  type SpeechServer,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';

const SPEECH = join(__dirname, '../fixtures/speech/librivox-0870.wav');

/** Decoding and looking for speech take their time on a busy machine. */

describe('Workers that transcribe', () => {
  let receiver: WebhookReceiver;
  let speech: SpeechServer;
  let system: TestSystem;
  let user: TestUser;
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

  const report = async (jobId: string): Promise<JobReport> => {
    const response = await fetch(system.ai(`job/${jobId}`), { headers: user.authorization });
    return (await response.json()) as JobReport;
  };
  async function submitAnonymization(): Promise<string> {
    const response = await fetch(system.ai('job/anonymize'), {
      method: 'POST',
      headers: { ...user.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Nobody.', lang: 'en', webhook_url: `${receiver.url}/hook` }),
    });
    return response.headers.get('x-job-id')!;
  }

  it('do nothing else where WORKER_QUEUES says so', async () => {
    speech.hear = () => [{ start: 0, end: 5, text: ' Heard.' }];
    const [transcription, anonymization] = [
      await client.submit(minutes, 'm.mp3'),
      await submitAnonymization(),
    ];
    await eventually(async () => expect(await report(transcription)).toMatchObject({ status: 'completed' }));

    expect(await report(anonymization)).toMatchObject({ status: 'accepted' });
    expect(receiver.webhooks).toEqual([]);
  });

  it('say how far they are, and give back what they are stopped in: another one does it, once and uncounted', async () => {
    speech.hear = () => (speech.requests.length < 3 ? [{ start: 0, end: 5, text: ' before.' }] : 'never');
    const jobId = await client.submit(minutes, 'm.mp3');
    await eventually(async () => expect((await report(jobId)).progress).toBeGreaterThan(0));
    expect((await report(jobId)).progress).toBeLessThan(1);

    expect(await worker.stop()).toBe(0);
    speech.hear = () => [{ start: 0, end: 5, text: ' after.' }];
    await system.startWorker();
    const { status, transcript } = await client.delivered(jobId);

    expect(status).toBe('completed');
    expect(new Set(String(transcript).split(' '))).toEqual(new Set(['after.']));
    const { rows } = await system.db.query('SELECT attempts FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ attempts: 1 }]);
    expect(receiver.webhooks.filter(({ body }) => body.job_id === jobId)).toHaveLength(1);
  });
});
