import {
  eventually,
  startRestartableStores,
  startSpeechServer,
  startSystem,
  type RestartableStores,
  type SpeechServer,
  type TestSystem,
} from '@app/testing';
import { BlobDisk } from './blob-disk';
import { Client, type JobKind } from './client';
import { FaultInjector } from './fault-injector';
import { BEHAVIOUR_NAMES, BEHAVIOURS, Receivers, type Behaviour } from './receivers';

const JOBS = Number(process.env.CHAOS_JOBS ?? 160);
/** Minimum number of times that each fault is injected. */
const ROUNDS = Math.ceil(JOBS / 2_500);
const CLIENTS = 8;
/** One job in this many is a recording. */
const RECORDINGS = 41;
/** Generous, since all programs and stores stop and start while the jobs run. */
const TIMEOUT_MS = 1_800_000 + JOBS * 300;
const WORDS = 'He was not an ill-disposed young man.';

jest.setTimeout(TIMEOUT_MS * 2);

interface Accepted {
  number: number;
  kind: JobKind;
  behaviour: Behaviour;
  jobId: string;
}

describe(`${JOBS} jobs during faults of all programs and stores`, () => {
  const receivers = new Receivers();
  const broken = new AbortController();
  const accepted: Accepted[] = [];
  let stores: RestartableStores;
  let speech: SpeechServer;
  let system: TestSystem;
  let disk: BlobDisk;
  let client: Client;
  let faults: FaultInjector;

  beforeAll(async () => {
    [stores, speech] = await Promise.all([startRestartableStores(), startSpeechServer(), receivers.start()]);
    Object.assign(process.env, { TEST_DATABASE_URL: stores.databaseUrl, TEST_REDIS_URL: stores.redisUrl });
    system = await startSystem(
      {
        TRANSCRIPTION_BASE_URL: speech.baseUrl,
        RATE_LIMITS: 'off',
        JOB_LEASE: '5s',
        JOB_MAX_ATTEMPTS: '100',
        JOB_SWEEP_INTERVAL: '1s',
        SHUTDOWN_GRACE: '3s',
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_TIMEOUT: '3s',
        WEBHOOK_RETRY_SCHEDULE: '200ms,200ms,300ms,500ms',
        WEBHOOK_HOST_CONCURRENCY: '80',
        WEBHOOK_CONCURRENCY: '100',
      },
      [],
    );
    disk = new BlobDisk(system.dataDir);
    await system.api.start();
    client = new Client(system, await system.user(), broken.signal);
    await system.worker.start();
    const others = await Promise.all([system.startWorker(), system.startWorker()]);
    faults = new FaultInjector({
      system,
      stores,
      workers: [system.worker, ...others],
      disk,
      tryUpload: () => client.tryUpload(),
      awayMs: 1_000,
      broken,
    });
    faults.begin();
    await submitAll();
    await faults.end();
    await eventually(async () => expect(await left()).toBe(0), TIMEOUT_MS);
  }, TIMEOUT_MS * 2);

  afterAll(async () => {
    broken.abort();
    await faults?.end().catch(() => undefined); // beforeAll reports the error.
    disk?.drop();
    await system?.stop();
    await Promise.all([stores?.stop(), speech?.stop(), receivers.stop()]);
  });

  /** Submits jobs during each fault. */
  async function submitAll(): Promise<void> {
    let next = 0;
    const submit = async (): Promise<void> => {
      while (next < JOBS) {
        const number = next++;
        await faults.reached((number + 1) / JOBS, ROUNDS);
        const behaviour = BEHAVIOUR_NAMES[number % BEHAVIOUR_NAMES.length]!;
        const kind = number % RECORDINGS === 0 ? 'transcribe' : 'anonymize';
        const jobId = await client.submit(kind, number, receivers.url(behaviour));
        accepted.push({ number, kind, behaviour, jobId });
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, submit));
  }

  async function left(): Promise<number> {
    const { rows } = await system.db.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM jobs WHERE status = 'accepted')::int +
              (SELECT count(*) FROM webhook_deliveries WHERE state = 'pending')::int AS left`,
    );
    return rows[0]!.left;
  }

  it('were submitted while every fault was injected', () => {
    const counts = { jobs: JOBS, webhooks: receivers.received.length, ...faults.done };
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    for (const kind of faults.kinds) expect([kind, faults.done[kind]! >= ROUNDS]).toEqual([kind, true]);
  });

  it('are all completed, and no other job exists', async () => {
    const { rows } = await system.db.query<{ id: string; status: string }>('SELECT id, status FROM jobs');
    expect(rows.map(({ id }) => id).sort()).toEqual(accepted.map(({ jobId }) => jobId).sort());
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed']));
  });

  it('end every delivery in the state that its receiver causes', async () => {
    const { rows } = await system.db.query<{ subject_id: string; state: string }>(
      'SELECT subject_id, state FROM webhook_deliveries',
    );
    const states = new Map(rows.map((row) => [row.subject_id, row.state]));
    expect(rows).toHaveLength(JOBS);
    const wrong = accepted.filter(({ jobId, behaviour }) => states.get(jobId) !== BEHAVIOURS[behaviour]);
    expect(wrong.map(({ jobId, behaviour }) => [behaviour, states.get(jobId)])).toEqual([]);
  });

  it('are delivered to every receiver at least once, each event under one webhook-id', () => {
    const received = receivers.byJob();
    for (const { jobId, behaviour } of accepted) {
      const webhooks = received.get(jobId) ?? [];
      expect([behaviour, webhooks.length > 0]).toEqual([behaviour, true]);
      expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size).toBe(1);
      expect(new Set(webhooks.map((webhook) => webhook.behaviour))).toEqual(new Set([behaviour]));
    }
  });

  it("deliver each user's own result", () => {
    const results = new Map(
      accepted.map(({ jobId, kind, number }) => [
        jobId,
        kind === 'transcribe' ? { transcript: WORDS } : { anonymized_text: `Sheet ${number} by [EMAIL_1]` },
      ]),
    );
    for (const { body } of receivers.received)
      expect(body).toEqual({ job_id: body.job_id, status: 'completed', ...results.get(body.job_id) });
  });

  it('leave no lease, no input, no recording and no personal data', async () => {
    const { rows } = await system.db.query(
      `SELECT (SELECT count(*)::int FROM jobs WHERE lease_owner IS NOT NULL OR input IS NOT NULL) AS jobs,
              (SELECT count(*)::int FROM webhook_deliveries WHERE lease_owner IS NOT NULL) AS deliveries`,
    );
    expect(rows).toEqual([{ jobs: 0, deliveries: 0 }]);
    await eventually(() => expect(disk.files()).toEqual([]));
    for (const { output } of [system.api, system.worker]) expect(output).not.toContain('chaos.example');
  });
});
