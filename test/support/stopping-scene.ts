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
import { ApiClient } from './api-client';
import { halfAnUpload, type HalfAnUpload } from './half-an-upload';
import { JobClient } from './jobs';

/** Programs that may be stopped in the middle of things, with short leases and a short grace. */
interface StoppingScene {
  system: TestSystem;
  receiver: WebhookReceiver;
  jobs: JobClient;
  /** @param headers beside those that an upload needs */
  half(headers?: Record<string, string>): HalfAnUpload;
  count(table: string): Promise<number>;
  /** Until an upload is on its way. */
  arriving(): Promise<void>;
}

/** Starts them before a suite's tests, and the api again before each where it was stopped. */
export function useStoppingScene(): StoppingScene {
  let speech: SpeechServer;
  let user: TestUser;
  const scene = {
    half: (headers = {}) => halfAnUpload(scene.system, user, `${scene.receiver.url}/hook`, headers),
    count: async (table) =>
      (await scene.system.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n,
    arriving: () => eventually(async () => expect(await scene.count('job_audio')).toBe(1)),
  } as StoppingScene;
  beforeAll(async () => {
    [scene.receiver, speech] = await Promise.all([startWebhookReceiver(), startSpeechServer()]);
    scene.system = await startSystem({
      WEBHOOK_CA_FILE: scene.receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      JOB_LEASE: '5s',
      JOB_SWEEP_INTERVAL: '500ms',
      SHUTDOWN_GRACE: '5s',
      WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms',
    });
    user = await scene.system.user();
    scene.jobs = new JobClient(new ApiClient(scene.system, user), scene.receiver);
  });
  beforeEach(async () => {
    scene.receiver.respond = () => 204;
    if (!scene.system.api.running) await scene.system.api.start();
  });
  afterAll(async () => {
    await scene.system?.stop();
    await Promise.all([scene.receiver?.stop(), speech?.stop()]);
  });
  return scene;
}
