import { isAxiosError } from 'axios';
import type { ClientRequest } from 'node:http';

/**
 * Sends again where a kept connection turned out to have been closed while it was idle: the server had not read the
 * request (RFC 9112, section 9.3.1; Node's `request.reusedSocket`). Ends, since each such try uses up one kept connection.
 */
export async function onOpenConnection<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!wasClosedWhileIdle(error)) throw error;
    }
  }
}

const wasClosedWhileIdle = (error: unknown): boolean =>
  isAxiosError(error) &&
  error.response === undefined &&
  error.code === 'ECONNRESET' &&
  (error.request as ClientRequest | undefined)?.reusedSocket === true;
