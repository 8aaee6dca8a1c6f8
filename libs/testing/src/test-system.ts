import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port';
import { Program, runProgramToEnd } from './program';
import { makeStores, type TestStores } from './test-stores';
import { makeUser, type NewTestUser, type TestUser } from './test-users';

export interface TestSystem extends Omit<TestStores, 'drop'> {
  /** Return addresses under {ai_base} and {idm_base}. */
  ai(path: string): string;
  idm(path: string): string;
  url(path: string): string;
  api: Program;
  worker: Program;
  dataDir: string;
  cli(args: readonly string[], input?: string): Promise<string>;
  /** Creates a user who is logged in; by default in a new organization with both grants. */
  user(options?: Partial<NewTestUser>): Promise<TestUser>;
  /** Starts another api. The test or `stop` stops it. `env` sets its port. */
  startApi(env?: Record<string, string>): Promise<Program>;
  startWorker(env?: Record<string, string>): Promise<Program>;
  stop(): Promise<void>;
}

/**
 * Starts the real api and the real worker as processes, with a separate database and key prefix.
 *
 * @param env settings that differ from the defaults, such as LLM_BASE_URL or WEBHOOK_CA_FILE
 * @param programs the programs to start
 * @param scripts their scripts, for a benchmark that composes its own
 * @param under a command with its arguments, such as a tracer, that runs every program
 */
export async function startSystem(
  env: Record<string, string> = {},
  programs: readonly ('api' | 'worker')[] = ['api', 'worker'],
  scripts = { api: 'dist/apps/api/src/main.js', worker: 'dist/apps/worker/src/main.js' },
  under: readonly string[] = [],
): Promise<TestSystem> {
  const { drop, ...stores } = await makeStores({ migrated: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'privacy-chat-system-'));
  const [apiPort, workerPort] = [await freePort(), await freePort()];
  const settings = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    WORKER_PORT: String(workerPort),
    DATA_DIR: dataDir,
    DATABASE_URL: stores.databaseUrl,
    DATABASE_OWNER_URL: stores.ownerUrl,
    REDIS_URL: stores.redisUrl,
    REDIS_PREFIX: stores.redisPrefix,
    PUBLIC_BASE_URL: `http://127.0.0.1:${apiPort}`,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    // One thread halves the start time in tests. Benchmarks measure the default.
    DETECTION_THREADS: process.env.JEST_WORKER_ID ? '1' : '',
    ...testKeys(),
    ...env,
  };
  // The tracer also watches this program, although the database is migrated already.
  if (under.length > 0) await runProgramToEnd('dist/apps/cli/src/migrate.js', [], settings, '', under);
  const api = new Program(scripts.api, settings, apiPort, under);
  const worker = new Program(scripts.worker, settings, workerPort, under);
  const running = [api, worker];
  await Promise.all([programs.includes('api') && api.start(), programs.includes('worker') && worker.start()]);
  const url = (path: string): string => `http://127.0.0.1:${apiPort}${path}`;
  const cli = (args: readonly string[], input?: string) =>
    runProgramToEnd('dist/apps/cli/src/main.js', args, settings, input, under);
  const startAnother = async (
    name: 'api' | 'worker',
    portSetting: string,
    more: Record<string, string> = {},
  ): Promise<Program> => {
    const port = await freePort();
    const another = new Program(
      `dist/apps/${name}/src/main.js`,
      { ...settings, ...more, [portSetting]: String(port) },
      port,
      under,
    );
    running.push(another);
    await another.start();
    return another;
  };
  return {
    ...stores,
    dataDir,
    api,
    worker,
    cli,
    url,
    ai: (path) => url(`/ai/v1/${path}`),
    idm: (path) => url(`/idm/v1/${path}`),
    user: ({ grants = ['anonymize', 'transcribe'], ...options } = {}) =>
      makeUser(stores.db, url('/idm/v1/auth/login'), { ...options, grants }),
    startApi: (more) => startAnother('api', 'PORT', more),
    startWorker: (more) => startAnother('worker', 'WORKER_PORT', more),
    stop: async () => {
      await Promise.all(running.map((program) => program.stop()));
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns keys for one run, so that the repository contains none. */
function testKeys(): { ENCRYPTION_KEYS: string; JWT_KEYS: string } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    JWT_KEYS: `test:${privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
  };
}
