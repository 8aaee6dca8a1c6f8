import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface Restart {
  store: 'postgres' | 'redis';
  /** What it is stopped with: SIGQUIT ends PostgreSQL at once, as a crash would, and SIGKILL Redis. */
  signal: NodeJS.Signals;
  awayMs: number;
  /** Its files are deleted meanwhile. */
  emptied?: boolean;
}

export interface RestartableStores {
  databaseUrl: string;
  redisUrl: string;
  /** Resolves when the store listens again, under the address that it had. */
  restart(how: Restart): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = join(__dirname, '../../../tools/launcher/restartable-stores.mjs');

/** A PostgreSQL and a Redis of one's own, to be stopped and started while programs use them. */
export async function startRestartableStores(): Promise<RestartableStores> {
  const child = fork(PROGRAM, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const pending = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      for (const { reject } of pending.values()) reject(new Error('The stores ended'));
      resolve();
    });
  });
  const urls = await new Promise<{ postgres: string; redis: string }>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The stores did not start')));
    child.on('message', (message: { id?: number; urls?: { postgres: string; redis: string } }) => {
      if (message.urls) resolve(message.urls);
      if (message.id !== undefined) pending.get(message.id)?.resolve();
    });
  });
  let last = 0;
  return {
    databaseUrl: urls.postgres,
    redisUrl: urls.redis,
    restart: async (how) => {
      const id = (last += 1);
      await new Promise<void>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        child.send({ id, ...how });
      });
      pending.delete(id);
    },
    stop: async () => {
      child.disconnect();
      await exited;
    },
  };
}
