import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@app/common';
import { envelope } from './failure-body';
import { STATUS } from './status-codes';

/** Time to read the answer before the connection is reset (RFC 9112, 9.6). */
const LINGER_MS = 1_000;

/** Answers what is not even HTTP, or has too large a head, with the envelope; no route was found yet. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const failure = describe(error.code);
    const status = STATUS[failure.code];
    const body = JSON.stringify(envelope(failure));
    // A client that goes on sending would otherwise keep its half of the connection open.
    socket.once('finish', () => setTimeout(() => socket.destroy(), LINGER_MS).unref());
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}

function describe(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The request headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request took too long to arrive');
  return new AppError('bad_request', 'The request is not valid HTTP');
}
