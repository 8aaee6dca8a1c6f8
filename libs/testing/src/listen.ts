import type { Server } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Listens on a free port of 127.0.0.1. @returns the port */
export const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
