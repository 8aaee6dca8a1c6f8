import {
  eventually,
  startRelay,
  startSpeechServer,
  startSystem,
  startUpstream,
  startWebhookReceiver,
  type Program,
  type Relay,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from './api-client';
import { halfAnUpload, type HalfAnUpload, type UploadPath } from './half-an-upload';
import { JobClient } from './jobs';
import { stopAll, useStage, type Stage } from './stage';

/** Programs with short leases and a short grace period that tests can stop, and stores that tests can disconnect. */
interface StoppingStage extends Stage {
  receiver: WebhookReceiver;
  /** Relay to Redis for both programs. */
  redis: Relay;
  /** Relay to PostgreSQL for the api. */
  postgres: Relay;
}

interface StoppingScene extends StoppingStage {
  user: TestUser;
  jobs: JobClient;
  /** Starts the worker unless it is running. */
  workerRuns(): Promise<void>;
  /** @param headers in addition to the headers that an upload needs */
  half(headers?: Record<string, string>, path?: UploadPath): HalfAnUpload;
  count(table: string): Promise<number>;
  /** Waits until an upload is in progress. */
  arriving(): Promise<void>;
}

async function start(): Promise<StoppingStage> {
  const [receiver, upstream, speech, redis] = await Promise.all([
    startWebhookReceiver(),
    startUpstream(),
    startSpeechServer(),
    startRelay(process.env.TEST_REDIS_URL ?? ''),
  ]);
  const system = await startSystem(
    {
      REDIS_URL: redis.url,
      LLM_BASE_URL: upstream.baseUrl,
      TRUST_PROXY: '127.0.0.1',
      WEBHOOK_CA_FILE: receiver.caFile,
      TRANSCRIPTION_BASE_URL: speech.baseUrl,
      JOB_LEASE: '5s',
      JOB_SWEEP_INTERVAL: '500ms',
      SHUTDOWN_GRACE: '5s',
      WEBHOOK_RETRY_SCHEDULE: '100ms,100ms,100ms',
    },
    [],
  );
  const postgres = await startRelay(system.databaseUrl);
  system.api.env.DATABASE_URL = postgres.url;
  await system.api.start();
  return {
    system,
    receiver,
    redis,
    postgres,
    stop: async () => {
      await stopAll(system, receiver, upstream, speech);
      await Promise.all([redis.cut(), postgres.cut()]);
    },
  };
}

/** Starts the api before each test. A test starts the worker if it needs it. */
export function useStoppingScene(): StoppingScene {
  const runs = async (program: Program): Promise<void> => {
    if (!program.running) await program.start();
  };
  const scene: StoppingScene = Object.assign(useStage(start), {
    workerRuns: () => runs(scene.system.worker),
    half: (headers: Record<string, string> = {}, path?: UploadPath) =>
      halfAnUpload(scene.system, scene.user, `${scene.receiver.url}/hook`, headers, path),
    count: async (table: string) =>
      (await scene.system.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n,
    arriving: () => eventually(async () => expect(await scene.count('job_audio')).toBe(1)),
  }) as StoppingScene;
  beforeAll(async () => {
    scene.user = await scene.system.user();
    scene.jobs = new JobClient(new ApiClient(scene.system, scene.user), scene.receiver);
  });
  beforeEach(async () => {
    scene.receiver.respond = () => 204;
    await runs(scene.system.api);
  });
  return scene;
}
