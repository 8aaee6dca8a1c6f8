import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install } from './prepare.mjs';
import { randomSecret } from './runtime-env.mjs';
import { stopServices } from './service.mjs';

/** The data goes with the run: a commit need not wait until the disk has it. A crash of the server loses nothing. */
const FOR_ONE_RUN = { fsync: 'off', full_page_writes: 'off' };

/**
 * From a fresh clone: installs, builds, starts PostgreSQL and Redis on free ports, and runs a Node program beside them.
 *
 * @param {readonly string[]} args of Node
 * @param {{ durable?: boolean }} options whether a commit waits until the disk has it, as in production
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
