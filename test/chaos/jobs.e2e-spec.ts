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
import { Mischief } from './mischief';
import { BEHAVIOUR_NAMES, BEHAVIOURS, Receivers, type Behaviour } from './receivers';

const JOBS = Number(process.env.CHAOS_JOBS ?? 160);
/** How often each thing goes wrong, at least. */
const ROUNDS = Math.ceil(JOBS / 2_500);
const CLIENTS = 8;
/** One in so many is a recording. */
const RECORDINGS = 41;
/** Generous: everything is stopped and started while the jobs flow. */
const TIMEOUT_MS = 1_800_000 + JOBS * 300;
const WORDS = 'He was not an ill-disposed young man.';

jest.setTimeout(TIMEOUT_MS * 2);

interface Accepted {
  number: number;
  kind: JobKind;
  behaviour: Behaviour;
  jobId: string;
}

describe(`${JOBS} jobs while everything goes wrong`, () => {
  const receivers = new Receivers();
  const broken = new AbortController();
  const accepted: Accepted[] = [];
  let stores: RestartableStores;
  let speech: SpeechServer;
  let system: TestSystem;
  let disk: BlobDisk;
  let client: Client;
  let mischief: Mischief;

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
    mischief = new Mischief({
      system,
      stores,
      workers: [system.worker, ...others],
      disk,
      tryUpload: () => client.tryUpload(),
      awayMs: 1_000,
      broken,
    });
    mischief.begin();
    await submitAll();
    await mischief.end();
    await eventually(async () => expect(await left()).toBe(0), TIMEOUT_MS);
  }, TIMEOUT_MS * 2);

  afterAll(async () => {
    broken.abort();
    await mischief?.end().catch(() => undefined); // Told by beforeAll.
    disk?.drop();
    await system?.stop();
    await Promise.all([stores?.stop(), speech?.stop(), receivers.stop()]);
  });

  /** Jobs flow in during each thing that goes wrong. */
  async function submitAll(): Promise<void> {
    let next = 0;
    const submit = async (): Promise<void> => {
      while (next < JOBS) {
        const number = next++;
        await mischief.reached((number + 1) / JOBS, ROUNDS);
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

  it('went wrong indeed', () => {
    const counts = { jobs: JOBS, webhooks: receivers.received.length, ...mischief.done };
    process.stdout.write(`${JSON.stringify(counts)}\n`);
    for (const kind of mischief.kinds) expect([kind, mischief.done[kind]! >= ROUNDS]).toEqual([kind, true]);
  });

  it('loses none and makes none up: what was accepted is what there is, and all of it completed', async () => {
    const { rows } = await system.db.query<{ id: string; status: string }>('SELECT id, status FROM jobs');
    expect(rows.map(({ id }) => id).sort()).toEqual(accepted.map(({ jobId }) => jobId).sort());
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['completed']));
  });

  it('ends every delivery as its receiver deserves', async () => {
    const { rows } = await system.db.query<{ subject_id: string; state: string }>(
      'SELECT subject_id, state FROM webhook_deliveries',
    );
    const states = new Map(rows.map((row) => [row.subject_id, row.state]));
    expect(rows).toHaveLength(JOBS);
    const wrong = accepted.filter(({ jobId, behaviour }) => states.get(jobId) !== BEHAVIOURS[behaviour]);
    expect(wrong.map(({ jobId, behaviour }) => [behaviour, states.get(jobId)])).toEqual([]);
  });

  it('delivers to every receiver at least once, and each event under one webhook-id', () => {
    const received = receivers.byJob();
    for (const { jobId, behaviour } of accepted) {
      const webhooks = received.get(jobId) ?? [];
      expect([behaviour, webhooks.length > 0]).toEqual([behaviour, true]);
      expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size).toBe(1);
      expect(new Set(webhooks.map((webhook) => webhook.behaviour))).toEqual(new Set([behaviour]));
    }
  });

  it('gives everybody their own result', () => {
    const results = new Map(
      accepted.map(({ jobId, kind, number }) => [
        jobId,
        kind === 'transcribe' ? { transcript: WORDS } : { anonymized_text: `Order ${number} of [EMAIL_1]` },
      ]),
    );
    for (const { body } of receivers.received)
      expect(body).toEqual({ job_id: body.job_id, status: 'completed', ...results.get(body.job_id) });
  });

  it('leaves no lease, no input, no recording and no word of a person behind', async () => {
    const { rows } = await system.db.query(
      `SELECT (SELECT count(*)::int FROM jobs WHERE lease_owner IS NOT NULL OR input IS NOT NULL) AS jobs,
              (SELECT count(*)::int FROM webhook_deliveries WHERE lease_owner IS NOT NULL) AS deliveries`,
    );
    expect(rows).toEqual([{ jobs: 0, deliveries: 0 }]);
    await eventually(() => expect(disk.files()).toEqual([]));
    for (const { output } of [system.api, system.worker]) expect(output).not.toContain('chaos.example');
  });
});
