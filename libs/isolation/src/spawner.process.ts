/**
 * A small process that starts others. Starting a process copies the memory map of the parent, which is blocked until the
 * new program is loaded. The api is large and has requests to answer, so this process does it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { SpawnerNews, SpawnerOrder } from './process-spawner';

const running = new Map<number, ChildProcess>();

process.on('message', (order: SpawnerOrder) => {
  if ('kill' in order) running.get(order.kill)?.kill('SIGKILL');
  else start(order.start, order.args);
});
process.on('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit();
});

function start(id: number, args: readonly string[]): void {
  const child = spawn(process.execPath, args, { env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
  child.once('error', () => undefined); // A missing pid reports the same.
  if (child.pid === undefined) return say({ refused: id });
  running.set(id, child);
  child.once('exit', (code) => {
    running.delete(id);
    say({ ended: id, code });
  });
  // On Linux and macOS, a pipe to a child is a bidirectional socket. This process keeps no end of it.
  process.send!({ started: id, pid: child.pid } satisfies SpawnerNews, child.stdin as Socket);
}

function say(news: SpawnerNews): void {
  process.send!(news);
}
