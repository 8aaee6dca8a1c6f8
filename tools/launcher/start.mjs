/** `npm start`: starts a working service from a fresh clone, and stops it on Ctrl-C (contract, section 12). */
import { resolve } from 'node:path';
import { lockDataDir, makeDataDir } from './data-dir.mjs';
import { demoLogin } from './demo.mjs';
import { whenNpmEnds } from './npm-process.mjs';
import { assertFree } from './ports.mjs';
import { build, install } from './prepare.mjs';
import { assertProduction } from './production.mjs';
import { untilReady } from './ready.mjs';
import { run } from './run.mjs';
import { newEncryptionKey, newSigningKey, randomSecret, RuntimeEnv } from './runtime-env.mjs';
import { main, say } from './say.mjs';
import { stopServices } from './service.mjs';
import { Supervised } from './supervise.mjs';
import { provideFfmpeg } from './system-programs.mjs';

const APP_ROLE = 'privacy_chat_app';

process.chdir(resolve(import.meta.dirname, '../..'));
let programs = [];
let stopping;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));
whenNpmEnds(() => stop(0));
await main(start, stopAll);

async function start() {
  const production = process.env.NODE_ENV === 'production';
  const port = process.env.PORT || '3000';
  const workerPort = process.env.WORKER_PORT || '3001';
  const host = process.env.HOST || '127.0.0.1';
  if (production) assertProduction();
  const dataDir = makeDataDir();
  await lockDataDir(dataDir);
  await assertFree('PORT', Number(port), host);
  await assertFree('WORKER_PORT', Number(workerPort), host);
  const env = { ...process.env, DATA_DIR: dataDir, HOST: host, PORT: port, WORKER_PORT: workerPort };
  if (!production) {
    await install();
    await build();
    Object.assign(env, await startStores(dataDir));
    await provideFfmpeg();
  }
  say('preparing the database');
  await run(process.execPath, ['dist/apps/cli/src/migrate.js'], { env, quiet: true });
  const login = production ? undefined : await demoLogin(dataDir, env);
  programs = ['api', 'worker'].map(
    (name) =>
      new Supervised({ name, script: `dist/apps/${name}/src/main.js`, env, onHopeless: () => stop(1) }),
  );
  await untilReady([port, workerPort], host, () => stopping !== undefined);
  if (stopping) return;
  if (login) say(`demo login ${login.userName} ${login.password} (also in ${dataDir}/demo-credentials.json)`);
  say(`ready http://localhost:${port}`);
}

/**
 * Starts the stores that no setting names, and creates what a first run needs.
 *
 * @returns the programs' settings
 */
async function startStores(dataDir) {
  const runtime = new RuntimeEnv(dataDir);
  runtime.choose('ENCRYPTION_KEYS', newEncryptionKey);
  runtime.choose('JWT_KEYS', newSigningKey);
  runtime.choose('WEBHOOK_ALLOW_HTTP', () => 'true');
  runtime.choose('WEBHOOK_ALLOWED_NETWORKS', () => '127.0.0.0/8,::1/128');
  runtime.choose('POSTGRES_PASSWORD', randomSecret);
  runtime.choose('POSTGRES_APP_PASSWORD', randomSecret);
  runtime.choose('REDIS_PASSWORD', randomSecret);
  runtime.save();
  if (runtime.values.WEBHOOK_ALLOW_HTTP)
    say(
      'for development, webhooks may go to http addresses of this machine (WEBHOOK_ALLOW_HTTP, ' +
        'WEBHOOK_ALLOWED_NETWORKS)',
    );
  if (!process.env.DATABASE_URL) {
    say('starting PostgreSQL');
    const { startPostgres } = await import('./postgres.mjs');
    const { url } = await startPostgres({ dataDir, password: runtime.values.POSTGRES_PASSWORD });
    // The programs log in with a role of minimal rights, which the migrations create as the owner.
    const login = { username: APP_ROLE, password: runtime.values.POSTGRES_APP_PASSWORD };
    runtime.set('DATABASE_OWNER_URL', url);
    runtime.set('DATABASE_URL', Object.assign(new URL(url), login).toString());
  }
  if (!process.env.REDIS_URL) {
    say('starting Redis');
    const { startRedis } = await import('./redis.mjs');
    const { url } = await startRedis({ dataDir, password: runtime.values.REDIS_PASSWORD });
    runtime.set('REDIS_URL', url);
  }
  runtime.save();
  return settingsOf(runtime.values);
}

/**
 * Returns the settings that the environment lacks, without those for the stores and the owner of an unused database.
 */
function settingsOf(values) {
  const left = new Set(['POSTGRES_PASSWORD', 'POSTGRES_APP_PASSWORD', 'REDIS_PASSWORD']);
  if (process.env.DATABASE_URL) left.add('DATABASE_OWNER_URL');
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name) && !process.env[name]));
}

/** Stops the programs first, then the stores. */
async function stopAll() {
  await Promise.all(programs.map((program) => program.stop()));
  await stopServices();
}

/** Stops everything, then ends. A second signal changes nothing. */
function stop(code) {
  stopping ??= (async () => {
    say('stopping');
    await stopAll();
    process.exit(code);
  })();
}
