import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { runProgramToEnd } from '@app/testing';
import { ApiClient } from '../support/api-client';
import { lives, StartScene } from '../support/start';

/** Errors at the start: `test/e2e/launcher.e2e-spec.ts`. */
describe('npm start', () => {
  let scene: StartScene;
  beforeAll(async () => {
    scene = await StartScene.make();
  });
  afterAll(() => scene.stop());

  const credentials = async () =>
    JSON.parse(await readFile(join(scene.dataDir, 'demo-credentials.json'), 'utf8'));
  const login = async () => {
    const { userName, password } = await credentials();
    const api = ApiClient.at(`http://127.0.0.1:${scene.port}`);
    return api.post<{ jwtToken: string }>('/idm/v1/auth/login', { userName, password });
  };
  const runtime = async () => parseEnv(await readFile(join(scene.dataDir, 'runtime.env'), 'utf8'));
  /** Runs a command as a user does while `npm start` runs. */
  const cli = (...args: string[]) =>
    runProgramToEnd('dist/apps/cli/src/main.js', args, {
      PATH: process.env.PATH ?? '',
      DATA_DIR: scene.dataDir,
    });
  const rolesOfPrograms = async () => {
    const owner = new Client({ connectionString: (await runtime()).DATABASE_OWNER_URL });
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT DISTINCT usename, rolsuper FROM pg_stat_activity JOIN pg_roles ON usename = rolname
      WHERE application_name = 'privacy-chat/scoped-2'`,
    );
    await owner.end();
    return rows as unknown[];
  };

  it('creates a service that answers, hides its secrets, and keeps its data over a restart', async () => {
    const first = scene.start();
    await first.ready(scene.port);
    // The programs log in with a role of minimal privileges, and the trail's commands log in as the owner.
    expect(await rolesOfPrograms()).toEqual([{ usename: 'privacy_chat_app', rolsuper: false }]);
    expect(await cli('audit', 'list', '--json')).toContain('"user.create"');
    // Both programs listen only on the configured address.
    expect([await scene.listens(scene.port), await scene.listens(scene.workerPort)]).toEqual([true, true]);
    expect([
      await scene.listens(scene.port, '127.0.0.2'),
      await scene.listens(scene.workerPort, '127.0.0.2'),
    ]).toEqual([false, false]);
    expect(first.output).toContain('webhooks may go to http addresses of this machine');
    const { status, body } = await login();
    expect(status).toBe(200);
    const demo = ApiClient.at(`http://127.0.0.1:${scene.port}`, {
      authorization: { authorization: `Bearer ${body.jwtToken}` },
    });
    expect((await demo.get('/admin/v1/users')).status).toBe(200);
    for (const file of ['runtime.env', 'demo-credentials.json'])
      expect((await stat(join(scene.dataDir, file))).mode & 0o777).toBe(0o600);

    const second = scene.start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain('is in use by another npm start');

    const pids = await scene.storePids();
    expect(await first.stop('SIGINT')).toBe(0);
    expect(pids.filter(lives)).toEqual([]);

    const before = await credentials();
    const third = scene.start();
    await third.ready(scene.port);
    expect(await credentials()).toEqual(before);
    expect((await login()).status).toBe(200);
    expect(await third.stop('SIGTERM')).toBe(0);
  });
});
