import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../launcher/ports.mjs';

const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
/** The service has the settings of a first start, whatever the environment sets. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|XDG_CACHE_HOME|FFMPEG_PATH|npm_.*|.*_proxy)$/i;
/** About ten times as long as it takes. */
const LONGEST_MS = 10 * 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REPORT_BYTES = 64 * 1024 ** 2;

/**
 * Starts the service with data of its own, has schemathesis send it requests, and stops it.
 *
 * @param program the path of schemathesis
 * @param work a folder for everything that is written
 * @throws Error with each failure and its curl line, and what the service logged as an error
 */
export async function askService(program, work) {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(LONGEST_MS)]);
  const service = new AskedService(work, await freePort(), await freePort(), signal);
  try {
    await service.ready();
    const { token, userId } = await service.prepare();
    const env = { ...process.env, ORIGIN: service.origin, TOKEN: token, USER_ID: userId };
    const args = ['--config-file', CONFIG, 'run', `${service.origin}/docs-json`, '--no-color'];
    await promisify(execFile)(program, args, { cwd: work, env, signal, maxBuffer: REPORT_BYTES });
    // A run that logged itself out would have had 401 from then on, which every operation documents.
    await service.call('GET', '/admin/v1/organization', { token });
  } catch (cause) {
    throw new Error(`${cause.message}\n${cause.stdout ?? ''}${cause.stderr ?? ''}${service.errors()}`, {
      cause,
    });
  } finally {
    await service.stop();
    for (const name of SIGNALS) process.off(name, interrupt);
  }
}

/** `npm start` on free ports. */
class AskedService {
  #output = [];

  constructor(work, port, workerPort, signal) {
    this.origin = `http://127.0.0.1:${port}`;
    this.data = join(work, 'data');
    // PostgreSQL runs as a user of its own if this process is root's.
    chmodSync(work, 0o711);
    mkdirSync(this.data, { mode: 0o711 });
    this.child = spawn(process.execPath, ['tools/launcher/start.mjs'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name))),
        DATA_DIR: this.data,
        PORT: String(port),
        WORKER_PORT: String(workerPort),
        PUBLIC_BASE_URL: this.origin,
        RATE_LIMITS: 'off',
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on('data', (chunk) => this.#output.push(chunk));
    this.ended = new Promise((done) => this.child.on('close', done));
    signal.addEventListener('abort', () => this.child.kill('SIGTERM'));
  }

  /** @throws Error with what the service wrote, if it ends instead */
  async ready() {
    const isReady = new Promise((done) => {
      const look = (chunk) => {
        if (!/^ready /m.test(chunk)) return;
        this.child.stdout.off('data', look);
        done(true);
      };
      this.child.stdout.on('data', look);
    });
    if (await Promise.race([isReady, this.ended.then(() => false)])) return;
    throw new Error(`the service did not start\n${this.#output.join('')}`);
  }

  /** Logs in as the demo user, an admin, and makes another user, who may be changed and deleted. */
  async prepare() {
    const { userName, password } = JSON.parse(readFileSync(join(this.data, 'demo-credentials.json'), 'utf8'));
    const { jwtToken: token } = await this.call('POST', '/idm/v1/auth/login', {
      body: { userName, password },
    });
    const { data } = await this.call('POST', '/admin/v1/users', {
      token,
      body: { user_name: 'other@example.com' },
    });
    return { token, userId: data.user.id };
  }

  /** @throws Error for every answer but a success */
  async call(method, path, { token, body }) {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  /** The lines of the log that are errors: pino's level 50 and above, but those of settings that are not there. */
  errors() {
    const lines = this.#output.join('').split('\n');
    return lines
      .filter((line) => /^\{"level":[56]0,/.test(line) && !line.includes('"not_configured"'))
      .join('\n');
  }

  async stop() {
    this.child.kill('SIGTERM');
    await this.ended;
  }
}
