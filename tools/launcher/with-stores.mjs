import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install } from './prepare.mjs';
import { randomSecret } from './runtime-env.mjs';
import { stopServices } from './service.mjs';

/** The data is deleted after the run, so a commit need not wait for the disk. A crash of the server loses nothing. */
const FOR_ONE_RUN = { fsync: 'off', full_page_writes: 'off' };

/**
 * Installs and builds a fresh clone, starts PostgreSQL and Redis on free ports, and runs a Node.js program with them.
 *
 * @param {readonly string[]} args arguments of Node.js
 * @param {{ durable?: boolean }} options whether a commit waits for the disk, as in production
 * @returns {Promise<number>} the program's exit code
 */
export async function withStores(args, { durable = false } = {}) {
  await install();
  await build();
  const { startPostgres } = await import('./postgres.mjs');
  const { startRedis } = await import('./redis.mjs');
  const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-test-'));
  chmodSync(dataDir, 0o711);
  try {
    const postgres = await startPostgres({
      dataDir,
      password: randomSecret(),
      settings: durable ? {} : FOR_ONE_RUN,
    });
    const redis = await startRedis({ dataDir, password: randomSecret() });
    return await node(args, {
      ...process.env,
      NODE_ENV: 'test',
      TEST_DATABASE_URL: postgres.url,
      TEST_REDIS_URL: redis.url,
    });
  } finally {
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const node = (args, env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
    child.on('exit', (code) => done(code ?? 1));
  });
