/**
 * Installs a release from its unpacked archive as docs/operate/air-gapped.md describes, and starts it with its own stores. Prints
 * one JSON document with the results. Run it where only the loopback network exists.
 *
 *   node test/support/offline/install.mjs FOLDER
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/launcher/ports.mjs';
import { startPostgres } from '../../../tools/launcher/postgres.mjs';
import { startRedis } from '../../../tools/launcher/redis.mjs';
import { newEncryptionKey, newSigningKey, randomSecret } from '../../../tools/launcher/runtime-env.mjs';
import { say } from '../../../tools/launcher/say.mjs';
import { stopServices } from '../../../tools/launcher/service.mjs';

const [folder] = process.argv.slice(2);
const { PATH, npm_config_registry: registry } = process.env;
const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-offline-'));
chmodSync(dataDir, 0o711);
const inRelease = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
const bare = { PATH, HOME: dataDir, ...(registry && { npm_config_registry: registry }) };

/** Starts the api and waits until a request would succeed. @returns a function that stops it */
async function startApi(env) {
  const api = spawn(process.execPath, ['dist/apps/api/src/main.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 2],
  });
  const ended = new Promise((done) => api.once('exit', done));
  const address = `http://127.0.0.1:${env.PORT}/health/ready`;
  while (api.exitCode === null) {
    const ready = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return { address, stop: () => (api.kill('SIGTERM'), ended) };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the api ended with ${api.exitCode}`);
}

try {
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], inRelease);
  execFileSync('npm', ['ci', '--offline', '--omit=dev', '--cache', 'packages'], { ...inRelease, env: bare });
  const postgres = await startPostgres({ dataDir, password: randomSecret() });
  const redis = await startRedis({ dataDir, password: randomSecret() });
  const login = { username: 'privacy_chat_app', password: randomSecret() };
  const env = {
    ...bare,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: join(dataDir, 'data'),
    LOG_LEVEL: 'error',
    DATABASE_URL: Object.assign(new URL(postgres.url), login).toString(),
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: newEncryptionKey(),
    JWT_KEYS: newSigningKey(),
  };
  execFileSync('npm', ['run', 'migrate'], {
    ...inRelease,
    env: { ...env, DATABASE_OWNER_URL: postgres.url },
  });
  const api = await startApi(env);
  const health = await (await fetch(api.address)).json();
  // `doctor` exits with 1 here: in production, a service without a provider is incomplete.
  const args = ['dist/apps/cli/src/main.js', 'doctor', '--json'];
  const { stdout: doctor } = spawnSync(process.execPath, args, { ...inRelease, env });
  const outside = await fetch(registry ?? 'https://registry.npmjs.org', {
    signal: AbortSignal.timeout(5_000),
  }).then(
    () => 'reached',
    () => 'not reached',
  );
  const packages = readdirSync(join(folder, 'node_modules')).length;
  say(JSON.stringify({ health, outside, packages, exitCode: await api.stop(), ...JSON.parse(doctor) }));
} finally {
  await stopServices();
  rmSync(dataDir, { recursive: true, force: true });
}
