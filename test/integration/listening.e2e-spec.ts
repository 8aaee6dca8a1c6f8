import { startSystem, type TestSystem } from '@app/testing';

/** As `npm start` runs them: HOST is 127.0.0.1. What listens on every address answers on 127.0.0.2 too. */
describe('api and worker', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem({ HOST: '127.0.0.1' });
  });
  afterAll(() => system.stop());

  it.each(['PORT', 'WORKER_PORT'])('listen where HOST says, and nowhere else: %s', async (setting) => {
    const port = system.api.env[setting];
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    const elsewhere = fetch(`http://127.0.0.2:${port}/health/ready`);
    await expect(elsewhere).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});
