import { fork } from 'node:child_process';
import { join } from 'node:path';

export interface Restart {
  store: 'postgres' | 'redis';
  /**
   * The signal that stops it. SIGQUIT ends PostgreSQL immediately, like a crash, and SIGKILL ends Redis. SIGSTOP freezes a
   * store with its connections, like a host that hangs; it is continued and not restarted then.
   */
  signal: NodeJS.Signals;
  awayMs: number;
  /** Whether its files are deleted meanwhile. */
  emptied?: boolean;
}

export interface RestartableStores {
  databaseUrl: string;
  redisUrl: string;
  /** Resolves when the store listens again on the same address. */
  restart(how: Restart): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = join(__dirname, '../../../tools/launcher/restartable-stores.mjs');

/** Starts a separate PostgreSQL and Redis that can be restarted while programs use them. */
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
