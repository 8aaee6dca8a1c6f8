import type { Server } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '@app/common';
import type { HttpConfig } from '@app/config';
import { sendFailure } from './failure-body';

/** However steadily it comes: what has not arrived after this long is cut off. Uploads are the slowest. */
const LONGEST_REQUEST_MS = 10 * 60_000;
/**
 * Longer than proxies and clients keep an idle connection (a minute, mostly): who closes it first must not be the one
 * that did not see the next request coming.
 */
const IDLE_MS = 75_000;
/** What has to come of a body in each `CLIENT_TIMEOUT`; the slowest of lines bring more. */
const MIN_BYTES = 16 * 1024;

/** Cuts off who sends no head within `CLIENT_TIMEOUT`, however many bytes of it come one by one. */
export function limitHeads(server: Server, { clientTimeoutMs }: HttpConfig): void {
  server.headersTimeout = clientTimeoutMs;
  server.requestTimeout = LONGEST_REQUEST_MS;
  server.keepAliveTimeout = IDLE_MS;
  // Node reads it when the server begins to listen; by default it looks every 30 s alone.
  Object.assign(server, { connectionsCheckingInterval: Math.min(clientTimeoutMs, 5_000) });
}

/** Cuts off who lets a body or an answer rest. */
export const limitBodies =
  (config: HttpConfig): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { clientTimeoutMs } = config;
    let arrived = request.socket.bytesRead;
    const pace = setInterval(() => {
      const { bytesRead } = request.socket;
      // What has come and is not read yet is for the service to hurry with.
      const isSlow = request.readableLength === 0 && bytesRead - arrived < MIN_BYTES;
      arrived = bytesRead;
      if (request.complete) clearInterval(pace);
      else if (isSlow) refuse(response, config);
    }, clientTimeoutMs);
    response.once('close', () => clearInterval(pace));
    // Of an answer that waits to be read nothing has moved for as long.
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
  // Node ends the connection with the answer.
  response.set('Connection', 'close');
  sendFailure(bodyTooSlow(), response, config);
}
