import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign automatically (32768 and up on Linux), so that between the check and the listening,
 * and while a program restarts, no connection and no other server gets the same port. Above 10080, the last port that
 * `fetch` refuses.
 */
const FIRST = 11_000;
/** Each of the parallel test processes uses its own range of ports. */
const PER_PROCESS = 1_000;
const PROCESSES = 20;

const first = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % PROCESSES) * PER_PROCESS;
/** A random start, which is unlikely to be the one of another test run on this machine. */
let taken = Math.floor(Math.random() * PER_PROCESS);

/** Returns a port of 127.0.0.1 that no process listens on, and that no other caller gets. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PER_PROCESS; tries += 1) {
    taken += 1;
    const port = first + (taken % PER_PROCESS);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + PER_PROCESS - 1} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  await once(server.close(), 'close');
  return true;
}
