import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@app/common';
import { envelope } from './failure-body';
import { STATUS } from './status-codes';

/** Answers what is not even HTTP, or has too large a head, with the envelope; no route was found yet. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const failure =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? new AppError('bad_request', 'The request headers are too large')
        : new AppError('bad_request', 'The request is not valid HTTP');
    const body = JSON.stringify(envelope(failure));
    socket.end(
      `HTTP/1.1 ${STATUS[failure.code]} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
}
