/**
 * PostgreSQL and Redis for a test that stops them, as a program with a channel to its parent. It sends their addresses,
 * then stops and starts them on request, and ends with its parent. SIGSTOP freezes a store instead, which then continues.
 *
 * In: `{ id, store, signal, awayMs, emptied }`. Out: `{ urls }` once, then `{ id }` when the store is back.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { randomSecret } from './runtime-env.mjs';
import { main } from './say.mjs';
import { stopServices } from './service.mjs';

const start = { postgres: startPostgres, redis: startRedis };
const dataDir = mkdtempSync(join(tmpdir(), 'privacy-chat-stores-'));
const password = randomSecret();
const stores = {};

process.on('disconnect', async () => {
  await stopServices();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
// Signals also reach the parent, which is in the same group, and this process ends with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function restart({ id, store, signal, awayMs, emptied }) {
  const { url, service } = stores[store];
  if (signal === 'SIGSTOP') {
    await freeze(service.child.pid, awayMs);
    return process.send({ id });
  }
  await service.stop(signal);
  await pause(awayMs);
  if (emptied) rmSync(join(dataDir, store), { recursive: true, force: true });
  stores[store] = await start[store]({ dataDir, password, port: Number(new URL(url).port) });
  process.send({ id });
}

/** PostgreSQL has a process for each connection, and starts none while its first process is frozen. */
async function freeze(pid, awayMs) {
  process.kill(pid, 'SIGSTOP');
  const found = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' });
  const children = found
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([parent, child]) => (parent === pid ? [child] : []));
  const all = [...children, pid];
  for (const one of children) process.kill(one, 'SIGSTOP');
  await pause(awayMs);
  for (const one of all) process.kill(one, 'SIGCONT');
}

await main(startAll, stopServices);

async function startAll() {
  chmodSync(dataDir, 0o711);
  for (const store of Object.keys(start)) stores[store] = await start[store]({ dataDir, password });
  process.on('message', (order) => void main(() => restart(order), stopServices));
  process.send({ urls: { postgres: stores.postgres.url, redis: stores.redis.url } });
}
