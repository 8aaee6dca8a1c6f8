import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../launcher/ports.mjs';
import propertyFactor from '../typescript/property-factor.cjs';

const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
/**
 * With `PROPERTY_RUNS_FACTOR` below 1 (`.ci/run`), leaves out the coverage of each schema, which makes three of four requests.
 * `test/contract/describe-malformed.ts` sends malformed requests to each operation. The nightly run makes all requests.
 */
const PHASES = propertyFactor < 1 ? ['--phases', 'examples,fuzzing,stateful'] : [];
/** The service uses the settings of a first start, whatever the environment sets. */
const PASSED_ON = /^(PATH|HOME|TMPDIR|LANG|XDG_CACHE_HOME|FFMPEG_PATH|npm_.*|.*_proxy)$/i;
/** About ten times the usual duration. */
const LONGEST_MS = 10 * 60_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REPORT_BYTES = 64 * 1024 ** 2;

/**
 * Starts a service with its own data, runs schemathesis against it, and stops it.
 *
 * @param program the path of schemathesis
 * @param work a folder for all files
 * @throws Error with each failure and its curl line, and the errors in the service's log
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
    const args = ['--config-file', CONFIG, 'run', `${service.origin}/docs-json`, '--no-color', ...PHASES];
    await promisify(execFile)(program, args, { cwd: work, env, signal, maxBuffer: REPORT_BYTES });
    // Fails if the run logged itself out: every later request would have returned 401, which each operation documents.
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
    // PostgreSQL runs as another user if this process runs as root.
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

  /** @throws Error with the service's output if it ends instead */
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

  /** Logs in as the demo user, an admin, and creates another user, which requests may change and delete. */
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

  /** @throws Error for every status except success */
  async call(method, path, { token, body }) {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
    return response.json();
  }

  /** Returns the error lines of the log: pino's level 50 and above, except those about missing settings. */
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
