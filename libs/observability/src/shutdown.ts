import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown, type INestApplication } from '@nestjs/common';
import { Log } from './log';

/** Whether this process was told to stop: then it is no longer ready, and takes no new work. */
@Injectable()
export class Shutdown implements BeforeApplicationShutdown {
  private readonly controller = new AbortController();

  /** Aborted when the process begins to stop. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get begun(): boolean {
    return this.signal.aborted;
  }

  begin(): void {
    this.controller.abort();
  }

  beforeApplicationShutdown(): void {
    this.begin();
  }
}

/** Beside the grace: for giving work back and closing connections to stores. */
const CLOSE_MS = 10_000;

/**
 * SIGTERM and SIGINT: no new work, what is under way is finished within `graceMs`, then the process ends with 0
 * (contract: Running it). Open connections are closed when the time is up. A process that cannot close then, because a
 * store does not answer, says so and ends with 1: leases and rows bear it, as they bear a crash.
 */
export function stopOnSignal(app: INestApplication, graceMs: number): void {
  let stopping = false;
  const server = app.getHttpServer() as Server;
  const connections = connectionsOf(server);
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => giveUp(app), graceMs + CLOSE_MS).unref();
    app.get(Log).info('shutdown.begun');
    app.get(Shutdown).begin();
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    await drained(server, connections);
    await app.close();
    clearTimeout(late);
    process.exit(0);
  };
  const begin = (): void => {
    stop().catch((error: unknown) => {
      app.get(Log).error('shutdown.failed', error);
      process.exit(1);
    });
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
  // A launcher that held a channel to this process is gone.
  process.on('disconnect', begin);
}

function giveUp(app: INestApplication): void {
  app.get(Log).warn('shutdown.forced');
  process.exit(1);
}

const connectionsOf = (server: Server): ReadonlySet<Socket> => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
};

const drained = (server: Server, connections: ReadonlySet<Socket>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // Clients open some in advance. One on which nothing was asked yet is not idle for Node.js, and would use up the grace.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
