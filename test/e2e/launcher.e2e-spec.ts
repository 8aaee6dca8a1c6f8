import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { eventually, freePort, runProgramToEnd } from '@app/testing';

const ROOT = resolve(__dirname, '../..');

type Command = readonly [string, ...string[]];

/** `npm start` as a person runs it, on packages and a build that are there already. */
class Start {
  output = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(
    env: Record<string, string>,
    [command, ...args]: Command = [process.execPath, 'tools/launcher/start.mjs'],
  ) {
    const { PATH = '', HOME = '' } = process.env;
    this.child = spawn(command, args, {
      cwd: ROOT,
      env: { PATH, HOME, ...env },
    });
    this.child.stdout!.on('data', (chunk) => (this.output += String(chunk)));
    this.child.stderr!.on('data', (chunk) => (this.output += String(chunk)));
    this.ended = new Promise((done) => this.child.once('exit', done));
  }

  ready(port: number): Promise<void> {
    return eventually(() => expect(this.output).toContain(`ready http://localhost:${port}`));
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** The shell between npm and the launcher, or the launcher itself where the shell gave its place up. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);

describe('npm start', () => {
  let dataDir: string;
  let port: number;
  let workerPort: number;
  let env: Record<string, string>;
  const starts: Start[] = [];
  const start = (more: Record<string, string> = {}, command?: Command): Start => {
    const started = new Start({ ...env, ...more }, command);
    starts.push(started);
    return started;
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-start-'));
    await chmod(dataDir, 0o711);
    [port, workerPort] = [await freePort(), await freePort()];
    env = { DATA_DIR: dataDir, PORT: String(port), WORKER_PORT: String(workerPort) };
  });

  afterAll(async () => {
    for (const { child } of starts) child.kill('SIGTERM');
    await Promise.all(starts.map(({ ended }) => ended));
    await rm(dataDir, { recursive: true, force: true });
  });

  const credentials = async () => JSON.parse(await readFile(join(dataDir, 'demo-credentials.json'), 'utf8'));
  const login = async () => {
    const { userName, password } = await credentials();
    return fetch(`http://127.0.0.1:${port}/idm/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, password }),
    });
  };
  const storePids = async () =>
    Promise.all(
      ['postgres/postmaster.pid', 'redis/redis.pid'].map(async (file) =>
        Number.parseInt(await readFile(join(dataDir, file), 'utf8'), 10),
      ),
    );
  const lives = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  const runtime = async () => parseEnv(await readFile(join(dataDir, 'runtime.env'), 'utf8'));
  /** As a person calls it beside `npm start`. */
  const cli = (...args: string[]) =>
    runProgramToEnd('dist/apps/cli/src/main.js', args, { PATH: process.env.PATH ?? '', DATA_DIR: dataDir });
  const rolesOfPrograms = async () => {
    const owner = new Client({ connectionString: (await runtime()).DATABASE_OWNER_URL });
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT DISTINCT usename, rolsuper FROM pg_stat_activity JOIN pg_roles ON usename = rolname
      WHERE application_name = 'privacy-chat'`,
    );
    await owner.end();
    return rows as unknown[];
  };

  const listening = async (at: number, host = '127.0.0.1'): Promise<boolean> =>
    fetch(`http://${host}:${at}/health/live`).then(
      () => true,
      () => false,
    );

  it('goes from nothing to a service that answers, keeps its secrets to itself, and keeps its data', async () => {
    const first = start();
    await first.ready(port);
    // They log in as a role without more rights than they need, and the trail's commands as the owner.
    expect(await rolesOfPrograms()).toEqual([{ usename: 'privacy_chat_app', rolsuper: false }]);
    expect(await cli('audit', 'list', '--json')).toContain('"user.create"');
    // Both programs listen on the one address that they are told, and not on the others of the machine.
    expect([await listening(port), await listening(workerPort)]).toEqual([true, true]);
    expect([await listening(port, '127.0.0.2'), await listening(workerPort, '127.0.0.2')]).toEqual([
      false,
      false,
    ]);
    expect(first.output).toContain('webhooks may go to http addresses of this machine');
    expect((await login()).status).toBe(200);
    for (const file of ['runtime.env', 'demo-credentials.json'])
      expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);

    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.output).toContain('is in use by another npm start');

    const pids = await storePids();
    expect(await first.stop('SIGINT')).toBe(0);
    expect(pids.filter(lives)).toEqual([]);

    const before = await credentials();
    const third = start();
    await third.ready(port);
    expect(await credentials()).toEqual(before);
    expect((await login()).status).toBe(200);
    expect(await third.stop('SIGTERM')).toBe(0);
  });

  it('starts again after it was killed with its stores still running', async () => {
    const first = start();
    await first.ready(port);
    first.child.kill('SIGKILL');
    await first.ended;
    // The programs notice that they are alone, and free their ports.
    await eventually(async () => expect(await listening(port)).toBe(false));
    const second = start();
    await second.ready(port);
    expect(await second.stop('SIGTERM')).toBe(0);
  });

  it.each<[string, NodeJS.Signals, (npm: Start) => number]>([
    ['npm is asked to end', 'SIGTERM', ({ child }) => child.pid!],
    ['npm is killed', 'SIGKILL', ({ child }) => child.pid!],
    ['the terminal of npm is closed', 'SIGHUP', ({ child }) => child.pid!],
    ['what npm started is killed', 'SIGKILL', ({ child }) => childOf(child.pid!)],
  ])('stops everything where %s', async (_, signal, victim) => {
    const npm = start({}, ['npm', 'start']);
    await npm.ready(port);
    const pids = await storePids();
    const pid = victim(npm);
    // Nobody reads any more what it says about its stop.
    npm.child.stdout!.destroy();
    npm.child.stderr!.destroy();
    process.kill(pid, signal);
    await eventually(async () => {
      expect(pids.filter(lives)).toEqual([]);
      expect([await listening(port), await listening(workerPort)]).toEqual([false, false]);
    });
  });

  it('says which port is taken, and by which setting to change it', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const refused = start();
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain(
      `port ${port} is taken by another program; stop it or set PORT to a free port`,
    );
    await new Promise((done) => server.close(done));
  });

  it('does nothing by itself in production, and says what is missing', async () => {
    const refused = start({ NODE_ENV: 'production' });
    expect(await refused.ended).toBe(1);
    expect(refused.output.trim()).toBe(
      'NODE_ENV is production, and these are not set: DATABASE_URL, REDIS_URL, JWT_KEYS, ENCRYPTION_KEYS',
    );
  });
});
