import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { NextFunction, Request, Response } from 'express';
import { AppError, statusOf } from '@app/common';
import { envelope, failureHeaders } from './failure-body';

/** Gives clients time to read the answer before the connection is reset (RFC 9112, 9.6). */
const LINGER_MS = 1_000;

/**
 * Answers with the envelope when Node.js rejects a request before routing: invalid HTTP, oversized headers, a missing
 * host, or an absolute-form target.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, describe(error.code));
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    refuse(socket, new AppError('bad_request', 'Absolute-form request targets are not supported'));
  });
  // Unknown expectations may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    server.emit('request', request, response),
  );
  Object.assign(server, { requireHostHeader: false });
}

/** Refuses requests without the header Host (RFC 9112, 3.2). */
export function requireHost(request: Request, _response: Response, next: NextFunction): void {
  const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
  next(lacksHost ? new AppError('bad_request', 'The header Host is missing') : undefined);
}

function refuse(socket: Duplex, failure: AppError): void {
  const status = statusOf(failure.code);
  const body = JSON.stringify(envelope(failure));
  const headers = Object.entries(failureHeaders(failure)).map(([name, value]) => `${name}: ${value}\r\n`);
  // Otherwise a client that keeps sending would keep its half of the connection open.
  socket.once('finish', () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n${headers.join('')}Connection: close\r\n\r\n${body}`,
  );
}

function describe(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The request headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request took too long to arrive');
  return new AppError('bad_request', 'The request is not valid HTTP');
}
