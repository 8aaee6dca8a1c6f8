import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import { failureStatus, sendFailure } from './failure-body';
import { toAppError } from './to-app-error';

/** Renders all failures, whatever their cause (contract: Addresses and the envelope). */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(
    @Inject(httpConfig.KEY) private readonly config: HttpConfig,
    private readonly log: Log,
  ) {}

  async catch(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const error = toAppError(thrown, request);
    if (failureStatus(error, request.path, this.config) >= 500) this.log.error('request.failed', error);
    if (response.destroyed) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    await discardBody(request);
    // A body that arrived too slowly may already have been answered, or the client may have disconnected.
    if (response.headersSent || response.destroyed) return;
    // The rest of a refused body stays unread, so the connection closes with the answer.
    if (!request.complete) response.setHeader('Connection', 'close');
    sendFailure(error, response, this.config);
  }
}

const MAX_DISCARDED_BYTES = 64 * 1024 ** 2;
const MAX_DISCARDING_MS = 10_000;

/**
 * Reads and discards the rest of a refused body, up to a limit. Closing a connection while bytes arrive resets it, and
 * the client would never read why the body was refused (RFC 9112, 9.6).
 */
async function discardBody(request: Request): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((done) => {
    let bytes = 0;
    const timeout = setTimeout(done, MAX_DISCARDING_MS);
    const finish = () => {
      clearTimeout(timeout);
      done();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) finish();
    });
    request.once('close', finish);
    request.once('end', finish);
    // A reader that has failed would pause the request when its pipe closes.
    request.unpipe();
    request.resume();
  });
}
