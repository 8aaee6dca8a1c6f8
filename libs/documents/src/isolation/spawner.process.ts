/**
 * A small process that starts others. Who starts a process has its own map of memory copied, and stands still until
 * the new program is loaded: the api, which is large and has requests to answer, lets this one do it.
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
  child.once('error', () => undefined); // That it has no pid tells the same.
  if (child.pid === undefined) return say({ refused: id });
  running.set(id, child);
  child.once('exit', (code) => {
    running.delete(id);
    say({ ended: id, code });
  });
  // On Linux and macOS a pipe to a child is a socket, which carries both ways; this process keeps no end of it.
  process.send!({ started: id, pid: child.pid } satisfies SpawnerNews, child.stdin as Socket);
}

function say(news: SpawnerNews): void {
  process.send!(news);
}
