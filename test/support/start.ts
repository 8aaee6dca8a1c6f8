import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COMPILED, eventually, freePort } from '@app/testing';

const ROOT = resolve(__dirname, '../..');

type Command = readonly [string, ...string[]];

/** Runs `npm start` as a user does, with installed packages and an existing build. */
export class Start {
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
      env: { PATH, HOME, ...COMPILED, ...env },
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

/** A data folder and two ports, shared by repeated runs of `npm start`. */
export class StartScene {
  private readonly starts: Start[] = [];

  private constructor(
    readonly dataDir: string,
    readonly port: number,
    readonly workerPort: number,
  ) {}

  static async make(): Promise<StartScene> {
    const dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-start-'));
    await chmod(dataDir, 0o711);
    return new StartScene(dataDir, await freePort(), await freePort());
  }

  /** @param command replaces the launcher */
  start(more: Record<string, string> = {}, command?: Command): Start {
    const { dataDir, port, workerPort } = this;
    const env = { DATA_DIR: dataDir, PORT: String(port), WORKER_PORT: String(workerPort) };
    const started = new Start({ ...env, ...more }, command);
    this.starts.push(started);
    return started;
  }

  async storePids(): Promise<number[]> {
    const files = ['postgres/postmaster.pid', 'redis/redis.pid'];
    return Promise.all(
      files.map(async (file) => Number.parseInt(await readFile(join(this.dataDir, file), 'utf8'), 10)),
    );
  }

  async listens(port: number, host = '127.0.0.1'): Promise<boolean> {
    return fetch(`http://${host}:${port}/health/live`).then(
      () => true,
      ({ cause }: { cause: { code: string } }) => {
        if (cause.code !== 'ECONNREFUSED') throw new Error(`${host}:${port} answered ${cause.code}`);
        return false;
      },
    );
  }

  async stop(): Promise<void> {
    for (const { child } of this.starts) child.kill('SIGTERM');
    await Promise.all(this.starts.map(({ ended }) => ended));
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
