import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, install } from './prepare.mjs';
import { randomSecret } from './runtime-env.mjs';
import { stopServices } from './service.mjs';

/** The data is deleted after the run, so a commit need not wait for the disk. A crash of the server loses nothing. */
const FOR_ONE_RUN = { fsync: 'off', full_page_writes: 'off' };

/** Linux has its files in memory. A database is created there with a tenth of the processor time. */
const IN_MEMORY = '/dev/shm';
/** About twice what a run of all tests writes. A container often has 64 MiB. */
const BYTES_OF_A_RUN = 4 * 1024 ** 3;

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
  const folder = !durable && hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();
  const dataDir = mkdtempSync(join(folder, 'privacy-chat-test-'));
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

/** Returns whether a folder exists and has room for the data of a run. */
function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= BYTES_OF_A_RUN;
  } catch {
    return false;
  }
}

const node = (args, env) =>
  new Promise((done) => {
    const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
    child.on('exit', (code) => done(code ?? 1));
  });
