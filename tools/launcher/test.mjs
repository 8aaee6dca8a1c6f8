/** `npm test`: from a fresh clone, every test against real PostgreSQL and Redis on free ports. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, install } from './prepare.mjs';
import { randomSecret } from './runtime-env.mjs';
import { main } from './say.mjs';
import { stopServices } from './service.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
// Signals reach Jest too, being of the same group: when it has ended, the stores are stopped.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

await main(async () => {
  await install();
  await build();
  const { startPostgres } = await import('./postgres.mjs');
  const { startRedis } = await import('./redis.mjs');
  const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-test-'));
  chmodSync(dataDir, 0o711);
  let code = 1;
  try {
    const TEST_DATABASE_URL = await startPostgres({ dataDir, password: randomSecret() });
    const TEST_REDIS_URL = await startRedis({ dataDir, password: randomSecret() });
    code = await jest(process.argv.slice(2), {
      ...process.env,
      NODE_ENV: 'test',
      TEST_DATABASE_URL,
      TEST_REDIS_URL,
    });
  } finally {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.exit(code);
});

function jest(args, env) {
  return new Promise((done) => {
    const child = spawn(process.execPath, ['node_modules/jest/bin/jest.js', ...args], {
      env,
      stdio: 'inherit',
    });
    child.on('exit', (code) => done(code ?? 1));
  });
}
