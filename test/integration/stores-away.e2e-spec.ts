import {
  eventually,
  startRelay,
  startSystem,
  startWebhookReceiver,
  type Relay,
  type TestSystem,
  type TestUser,
  type WebhookReceiver,
} from '@app/testing';
import { ApiClient } from '../support/api-client';
import { accepted, JobClient } from '../support/jobs';

/** Without Redis login and the rest go on; without PostgreSQL it is 503 until it is back. */
describe('while a store is away', () => {
  let system: TestSystem;
  let redis: Relay;
  let postgres: Relay;
  let user: TestUser;
  let anybody: ApiClient;
  let jobs: JobClient;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    redis = await startRelay(process.env.TEST_REDIS_URL ?? '');
    receiver = await startWebhookReceiver();
    system = await startSystem(
      {
        REDIS_URL: redis.url,
        TRUST_PROXY: '127.0.0.1',
        WEBHOOK_CA_FILE: receiver.caFile,
        JOB_SWEEP_INTERVAL: '1s',
      },
      [],
    );
    postgres = await startRelay(system.databaseUrl);
    system.api.env.DATABASE_URL = postgres.url;
    await system.api.start();
    user = await system.user();
    anybody = new ApiClient(system);
    jobs = new JobClient(new ApiClient(system, user), receiver);
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
    await Promise.all([redis.cut(), postgres.cut()]);
  });

  const login = (password: string, address: string) =>
    anybody.post('/idm/v1/auth/login', { userName: user.userName, password }, { 'x-forwarded-for': address });
  const submit = () => jobs.anonymize({ webhook_url: receiver.url });
  const history = () => jobs.api.get('history');

  it('logs in and counts failures by itself without Redis, and with Redis again later', async () => {
    await redis.cut();
    for (let i = 0; i < 10; i += 1) expect((await login('wrong', '192.0.2.1')).status).toBe(401);
    expect((await login(user.password, '192.0.2.1')).status).toBe(429);
    expect((await login(user.password, '192.0.2.2')).status).toBe(200);
    expect((await history()).status).toBe(200);
    await redis.mend();
    await eventually(async () => {
      expect((await anybody.get('/health/ready')).body).toMatchObject({ redis: 'up' });
    });
    expect((await login(user.password, '192.0.2.2')).status).toBe(200);
  });

  it('accepts a job without Redis, which is done when a worker looks for what nobody rang for', async () => {
    await redis.cut();
    const jobId = await accepted(submit());
    const { rows } = await system.db.query('SELECT status FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ status: 'accepted' }]);
    await redis.mend();
    await system.worker.start();
    await jobs.delivered(jobId);
  });

  it('runs and delivers jobs also while Redis stays away, and by the doorbell again afterwards', async () => {
    await redis.cut();
    await jobs.delivered(await accepted(submit()));
    await redis.mend();
    await jobs.delivered(await accepted(submit()));
  });

  it('stops in good order while Redis is away', async () => {
    await redis.cut();
    expect(await system.worker.stop()).toBe(0);
    await redis.mend();
  });

  it('answers 503 without PostgreSQL, to tokens too, and goes on when it is back', async () => {
    await postgres.cut();
    expect((await submit()).status).toBe(503);
    const refused = await history();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toEqual({
      success: false,
      message: expect.stringMatching(/try again/),
      response_code: 503,
    });
    const atLogin = await login(user.password, '192.0.2.3');
    expect(atLogin.status).toBe(503);
    expect(atLogin.body).toEqual({
      errorDate: expect.any(String),
      errorMessage: expect.stringMatching(/try again/),
    });
    await postgres.mend();
    await eventually(async () => expect((await history()).status).toBe(200));
    expect((await login(user.password, '192.0.2.3')).status).toBe(200);
  });
});
