import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '@app/common';
import type { HttpConfig } from '@app/config';
import { sendFailure } from './failure-body';

/** Cuts off any request that has not arrived after this time. Uploads are the slowest. */
const LONGEST_REQUEST_MS = 10 * 60_000;
/**
 * Longer than proxies and clients keep an idle connection (mostly a minute). The service must not close a connection
 * first, because it might miss a request that is on its way.
 */
const IDLE_MS = 75_000;
/** The bytes of a body that must arrive in each `CLIENT_TIMEOUT`. Even slow lines are faster. */
const MIN_BYTES = 16 * 1024;

/** Disconnects a client that does not send the complete head within `CLIENT_TIMEOUT`, even if bytes keep arriving. */
export function limitHeads(server: Server, { clientTimeoutMs }: HttpConfig): void {
  server.headersTimeout = clientTimeoutMs;
  server.requestTimeout = LONGEST_REQUEST_MS;
  server.keepAliveTimeout = IDLE_MS;
  // Node.js reads this when the server starts to listen. By default it checks only every 30 s.
  Object.assign(server, { connectionsCheckingInterval: Math.min(clientTimeoutMs, 5_000) });
}

/** Disconnects a client that stops sending a body or stops reading an answer. */
export const limitBodies =
  (config: HttpConfig): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { clientTimeoutMs } = config;
    let arrived = request.socket.bytesRead;
    const pace = setInterval(() => {
      const { bytesRead } = request.socket;
      // Data that arrived but is unread delays only the service, not the client.
      const isSlow = request.readableLength === 0 && bytesRead - arrived < MIN_BYTES;
      arrived = bytesRead;
      if (request.complete) clearInterval(pace);
      else if (isSlow) refuse(response, config);
    }, clientTimeoutMs);
    response.once('close', () => clearInterval(pace));
    // The client has read nothing of a waiting answer during the timeout.
    response.setTimeout(clientTimeoutMs, () => {
      if (response.writableLength > 0 || request.socket.writableLength > 0) response.destroy();
    });
    next();
  };

export const bodyTooSlow = (): AppError =>
  new AppError('request_timeout', 'The body of the request arrives too slowly');

function refuse(response: Response, config: HttpConfig): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Node.js closes the connection after the answer.
  response.set('Connection', 'close');
  sendFailure(bodyTooSlow(), response, config);
}
