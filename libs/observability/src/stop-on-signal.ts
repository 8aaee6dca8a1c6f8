import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Shutdown } from './shutdown';

/**
 * SIGTERM and SIGINT: no new work, what is under way is finished within `graceMs`, then the process ends with 0
 * (contract 12). Open connections are closed when the time is up.
 */
export function stopOnSignal(app: INestApplication, graceMs: number): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.get(Shutdown).begin();
    const server = app.getHttpServer() as Server;
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    await drained(server);
    await app.close();
    clearTimeout(late);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
  // A launcher that held a channel to this process is gone.
  process.on('disconnect', () => void stop());
}

const drained = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
