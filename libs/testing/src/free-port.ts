import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems hand out by themselves (32768 and up on Linux): between the asking and the listening,
 * and while a program is restarted, no connection and no other server is given the same one. Above 10080, the last port
 * that `fetch` refuses to go to.
 */
const FIRST = 11_000;
/** Test processes run side by side: each goes through ports of its own. */
const PER_PROCESS = 1_000;
const PROCESSES = 20;

const first = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % PROCESSES) * PER_PROCESS;
/** Where another run of the tests on this machine hardly is. */
let taken = Math.floor(Math.random() * PER_PROCESS);

/** A port of 127.0.0.1 that nobody listens on, and that nobody else is given. */
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
