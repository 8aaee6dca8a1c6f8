import {
  eventually,
  startRelay,
  startSystem,
  type Program,
  type Relay,
  type TestSystem,
  type TestUser,
} from '@app/testing';
import { KINDS, Mischief } from './mischief';
import { BEHAVIOUR_NAMES, BEHAVIOURS, Receivers, type Behaviour } from './receivers';

const JOBS = Number(process.env.CHAOS_JOBS ?? 160);
/** How often each thing goes wrong, at least. */
const ROUNDS = Math.ceil(JOBS / 2_500);
const CLIENTS = 8;
/** Generous: everything is stopped and started while the jobs flow. */
const PATIENCE_MS = 180_000 + JOBS * 200;

jest.setTimeout(PATIENCE_MS * 2);

interface Accepted {
  number: number;
  behaviour: Behaviour;
  jobId: string;
}

describe(`${JOBS} jobs while everything goes wrong`, () => {
  const receivers = new Receivers();
  let postgres: Relay;
  let redis: Relay;
  let system: TestSystem;
  let user: TestUser;
  let mischief: Mischief;
  const accepted: Accepted[] = [];

  beforeAll(async () => {
    await receivers.start();
    redis = await startRelay(process.env.TEST_REDIS_URL ?? '');
    system = await startSystem(
      {
        REDIS_URL: redis.url,
        RATE_LIMITS: 'off',
        JOB_LEASE: '5s',
        JOB_MAX_ATTEMPTS: '100',
        JOB_SWEEP_INTERVAL: '1s',
        SHUTDOWN_GRACE: '3s',
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_TIMEOUT: '4s',
        WEBHOOK_RETRY_SCHEDULE: '200ms,200ms,300ms,500ms',
        WEBHOOK_HOST_CONCURRENCY: '40',
        WEBHOOK_CONCURRENCY: '100',
      },
      [],
    );
    postgres = await startRelay(system.databaseUrl);
    for (const program of [system.api, system.worker]) program.env.DATABASE_URL = postgres.url;
    await system.api.start();
    user = await system.user();
    await system.worker.start();
    const workers: Program[] = [
      system.worker,
      await system.startWorker({ DATABASE_URL: postgres.url }),
      await system.startWorker({ DATABASE_URL: postgres.url }),
    ];
    mischief = new Mischief(system, workers, postgres, redis);
    mischief.begin();
    await submitAll();
    await mischief.end();
    await eventually(async () => expect(await left()).toBe(0), PATIENCE_MS);
  }, PATIENCE_MS * 2);

  afterAll(async () => {
    await mischief?.end();
    await system?.stop();
    await postgres?.cut();
    await redis?.cut();
    await receivers.stop();
  });

  /** Jobs flow in during each thing that goes wrong. Each client sends one after another, each again until it is accepted, as a careful customer would. */
  async function submitAll(): Promise<void> {
    let next = 0;
    const client = async (): Promise<void> => {
      while (next < JOBS) {
        const number = next++;
        await mischief.reached(Math.ceil(((number + 1) / JOBS) * KINDS * ROUNDS));
        const behaviour = BEHAVIOUR_NAMES[number % BEHAVIOUR_NAMES.length]!;
        accepted.push({ number, behaviour, jobId: await submit(number, behaviour) });
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }

  async function submit(number: number, behaviour: Behaviour): Promise<string> {
    const body = JSON.stringify({
      text: `Order ${number} of person-${number}@chaos.example`,
      lang: 'en',
      webhook_url: receivers.url(behaviour),
    });
    for (;;) {
      const response = await fetch(system.ai('job/anonymize'), {
        method: 'POST',
        headers: {
          ...user.authorization,
          'content-type': 'application/json',
          'idempotency-key': `job-${number}`,
        },
        body,
      }).catch(() => undefined);
      if (response?.status === 202) return response.headers.get('x-job-id')!;
      // Nothing but the outages that this test makes may keep a job out.
      if (response) expect([500, 503]).toContain(response.status);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
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
    expect(Object.values(mischief.done).filter((times) => times >= ROUNDS)).toHaveLength(KINDS);
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
    for (const { jobId, behaviour } of accepted) {
      const webhooks = receivers.received.filter(({ body }) => body.job_id === jobId);
      expect([behaviour, webhooks.length > 0]).toEqual([behaviour, true]);
      expect(new Set(webhooks.map(({ webhookId }) => webhookId)).size).toBe(1);
      expect(new Set(webhooks.map((webhook) => webhook.behaviour))).toEqual(new Set([behaviour]));
    }
  });

  it('gives everybody their own result', () => {
    const numbers = new Map(accepted.map(({ jobId, number }) => [jobId, number]));
    for (const { body } of receivers.received)
      expect(body).toEqual({
        job_id: body.job_id,
        status: 'completed',
        anonymized_text: `Order ${numbers.get(body.job_id)} of [EMAIL_1]`,
      });
  });

  it('leaves no lease, no input and no word of a person behind', async () => {
    const { rows } = await system.db.query(
      `SELECT (SELECT count(*)::int FROM jobs WHERE lease_owner IS NOT NULL OR input IS NOT NULL) AS jobs,
              (SELECT count(*)::int FROM webhook_deliveries WHERE lease_owner IS NOT NULL) AS deliveries`,
    );
    expect(rows).toEqual([{ jobs: 0, deliveries: 0 }]);
    for (const { output } of [system.api, system.worker]) expect(output).not.toContain('chaos.example');
  });
});
