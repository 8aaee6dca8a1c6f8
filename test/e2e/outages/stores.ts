import { eventually } from '@app/testing';
import { ApiClient } from '../../support/api-client';
import { accepted } from '../../support/jobs';
import { useStoppingScene } from '../../support/stopping-scene';

const scene = useStoppingScene();

/** Without Redis, logins and other requests continue. Without PostgreSQL the api answers 503. */
describe('while a store is unavailable', () => {
  const withoutToken = () => new ApiClient(scene.system);

  const login = (password: string, address: string) =>
    withoutToken().post(
      '/idm/v1/auth/login',
      { userName: scene.user.userName, password },
      { 'x-forwarded-for': address },
    );
  /** Complete lines only: the last line can still be incomplete. */
  const linesOfRedis = (): unknown[] =>
    scene.system.api.output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"store":"redis"'))
      .map((line) => JSON.parse(line) as unknown);
  const submit = () => scene.jobs.anonymize({ webhook_url: scene.receiver.url });
  const history = () => scene.jobs.api.get('history');

  it('the api logs users in and counts failures in its own memory, and in Redis again afterwards [SEC-88]', async () => {
    await scene.redis.cut();
    for (let i = 0; i < 10; i += 1) expect((await login('wrong', '192.0.2.1')).status).toBe(401);
    expect((await login(scene.user.password, '192.0.2.1')).status).toBe(429);
    expect((await login(scene.user.password, '192.0.2.2')).status).toBe(200);
    expect((await history()).status).toBe(200);
    await scene.redis.repair();
    await eventually(async () => {
      expect((await withoutToken().get('/health/ready')).body).toMatchObject({ redis: 'up' });
    });
    // The log line can follow the answer that reports the recovery.
    await eventually(() =>
      expect(linesOfRedis()).toEqual([
        expect.objectContaining({ event: 'store.away', reason: 'down' }),
        expect.objectContaining({ event: 'store.back', seconds: expect.any(Number) }),
      ]),
    );
    expect((await login(scene.user.password, '192.0.2.2')).status).toBe(200);
  });

  it("a job is accepted without Redis, and a worker's sweep finds it", async () => {
    await scene.system.worker.stop();
    await scene.redis.cut();
    const jobId = await accepted(submit());
    const { rows } = await scene.system.db.query('SELECT status FROM jobs WHERE id = $1', [jobId]);
    expect(rows).toEqual([{ status: 'accepted' }]);
    await scene.redis.repair();
    await scene.system.worker.start();
    await scene.jobs.delivered(jobId);
  });

  it('jobs run and are delivered without Redis, and by queue notifications again afterwards', async () => {
    await scene.workerRuns();
    await scene.redis.cut();
    await scene.jobs.delivered(await accepted(submit()));
    await scene.redis.repair();
    await scene.jobs.delivered(await accepted(submit()));
  });

  it('the worker stops cleanly without Redis', async () => {
    await scene.workerRuns();
    await scene.redis.cut();
    expect(await scene.system.worker.stop()).toBe(0);
    await scene.redis.repair();
  });

  it('the api is not ready while PostgreSQL is read-only, and answers 503 to writes', async () => {
    const readOnly = async (value: 'on' | 'off'): Promise<void> => {
      const { db, databaseUrl } = scene.system;
      const name = new URL(databaseUrl).pathname.slice(1);
      const set = `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`;
      await db.query(`BEGIN READ WRITE; ${set}; COMMIT`);
      // The setting applies to new connections.
      await scene.postgres.cut();
      await scene.postgres.repair();
    };
    await readOnly('on');
    await eventually(async () => {
      const { status, body } = await withoutToken().get('/health/ready');
      expect([status, body]).toEqual([503, expect.objectContaining({ postgres: 'read-only' })]);
    });
    const { bytes } = await withoutToken().get('/metrics');
    expect(bytes.toString()).toContain('store_up{store="postgres"} 0\n');
    for (const refused of [await login(scene.user.password, '192.0.2.4'), await submit()]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await readOnly('off');
    await eventually(async () => expect((await withoutToken().get('/health/ready')).status).toBe(200));
    expect((await login(scene.user.password, '192.0.2.4')).status).toBe(200);
  });

  it('the api answers 503 without PostgreSQL, also to requests with tokens, and works again afterwards', async () => {
    await scene.postgres.cut();
    expect((await submit()).status).toBe(503);
    const refused = await history();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toEqual({
      success: false,
      message: expect.stringMatching(/try again/),
      response_code: 503,
      code: 'unavailable',
    });
    const atLogin = await login(scene.user.password, '192.0.2.3');
    expect(atLogin.status).toBe(503);
    expect(atLogin.body).toEqual({
      errorDate: expect.any(String),
      errorMessage: expect.stringMatching(/try again/),
    });
    await scene.postgres.repair();
    await eventually(async () => expect((await history()).status).toBe(200));
    expect((await login(scene.user.password, '192.0.2.3')).status).toBe(200);
  });
});
