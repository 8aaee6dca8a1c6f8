import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, untilListening } from './ports.mjs';
import { LauncherError } from './say.mjs';
import { Service, stopLeftOver } from './service.mjs';
import { findProgram, installProgram } from './system-packages.mjs';

/**
 * Starts Redis (or Valkey) on a free port of 127.0.0.1, with an append-only file. Its data stays.
 *
 * @param {{ dataDir: string, password: string, port?: number }} options
 * @returns {Promise<{ url: string, service: Service }>} its address, and the server itself
 */
export async function startRedis({ dataDir, password, port }) {
  const program = findProgram('redis-server', 'valkey-server') ?? (await installRedis());
  const folder = join(dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pidFile = join(folder, 'redis.pid');
  await stopLeftOver(pidFile, '-server');
  port ??= await freePort();
  const settings = {
    bind: '127.0.0.1',
    port,
    requirepass: password,
    dir: JSON.stringify(folder),
    pidfile: JSON.stringify(pidFile),
    // An evicted entry would be lost from the queue.
    'maxmemory-policy': 'noeviction',
    appendonly: 'yes',
  };
  // The settings are passed by standard input, because the process list would show an argument with the password.
  const input = Object.entries(settings)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('');
  const log = join(dataDir, 'redis.log');
  const service = new Service(program, ['-'], { log, stopSignal: 'SIGTERM', input });
  if (!(await untilListening(port, { alive: () => service.alive() })))
    throw new LauncherError(`Redis did not start; see ${log}`);
  return { url: `redis://:${password}@127.0.0.1:${port}/0`, service };
}

async function installRedis() {
  await installProgram({
    program: 'Redis',
    setting: 'REDIS_URL',
    packages: { apt: 'redis-server', dnf: 'valkey', apk: 'valkey', pacman: 'valkey' },
  });
  const program = findProgram('redis-server', 'valkey-server');
  if (!program)
    throw new LauncherError('Redis was installed, but neither redis-server nor valkey-server is on the PATH');
  return program;
}
