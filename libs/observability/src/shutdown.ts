import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown, type INestApplication } from '@nestjs/common';
import { Log } from './log';

/** Tracks whether this process was told to stop. It is then not ready and accepts no new work. */
@Injectable()
export class Shutdown implements BeforeApplicationShutdown {
  private readonly controller = new AbortController();

  /** Aborted when the process starts to stop. */
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

/** The time after the grace period for releasing work and closing connections to stores. */
const CLOSE_MS = 10_000;

/**
 * On SIGTERM and SIGINT the process accepts no new work, finishes running work within `graceMs`, and ends with 0
 * (contract: Running it). Then it closes open connections. If it cannot close them, because a store does not answer, it
 * logs this and ends with 1. Leases and rows recover from that as from a crash.
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
  // The launcher that started this process has ended.
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
    // Clients open connections in advance. Node.js does not treat one without a request as idle, so it would use up the
    // grace period.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
