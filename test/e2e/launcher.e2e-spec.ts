import { createServer } from 'node:net';
import { StartScene } from '../support/start';

/** From nothing to a service and to its end: `test/long/launcher.e2e-spec.ts`; every start of the console's suite is one. */
describe('npm start', () => {
  let scene: StartScene;
  beforeAll(async () => {
    scene = await StartScene.make();
  });
  afterAll(() => scene.stop());

  it('says which port is taken, and by which setting to change it', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(scene.port, '127.0.0.1', done));
    const refused = scene.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain(
      `port ${scene.port} is taken by another program; stop it or set PORT to a free port`,
    );
    await new Promise((done) => server.close(done));
  });

  it('does nothing by itself in production, and says what is missing [PRIV-74]', async () => {
    const refused = scene.start({ NODE_ENV: 'production' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.trim()).toBe(
      'NODE_ENV is production, and these are not set: DATABASE_URL, REDIS_URL, JWT_KEYS, ENCRYPTION_KEYS',
    );
  });
});
