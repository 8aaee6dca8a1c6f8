import { createServer } from 'node:net';
import { StartScene } from '../support/start';

/** The whole life of a service: `test/long/launcher.e2e-spec.ts`. The console suite starts the launcher too. */
describe('npm start', () => {
  let scene: StartScene;
  beforeAll(async () => {
    scene = await StartScene.make();
  });
  afterAll(() => scene.stop());

  it('names the port that is in use and the setting that changes it', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(scene.port, '127.0.0.1', done));
    const refused = scene.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain(
      `port ${scene.port} is taken by another program; stop it or set PORT to a free port`,
    );
    await new Promise((done) => server.close(done));
  });

  it('generates no settings in production, and lists the missing ones [PRIV-74]', async () => {
    const refused = scene.start({ NODE_ENV: 'production' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.trim()).toBe(
      'NODE_ENV is production, and these are not set: DATABASE_URL, REDIS_URL, JWT_KEYS, ENCRYPTION_KEYS',
    );
  });
});
