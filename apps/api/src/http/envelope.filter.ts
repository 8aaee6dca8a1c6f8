import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { AppError } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { Log } from '@app/observability';
import { discardBody } from './discard-body';
import { failureBody } from './failure-body';
import { STATUS } from './status-codes';
import { toAppError } from './to-app-error';

/** The one place that renders failures, whatever caused them (contract: Addresses and the envelope). */
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
    if (STATUS[error.code] >= 500) this.log.error('request.failed', error);
    if (response.destroyed) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    await discardBody(request);
    this.render(error, request, response);
  }

  private render(error: AppError, request: Request, response: Response): void {
    const { retryAfterS, retry, allow } = error.details;
    if (error.code === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    if (retryAfterS !== undefined) response.setHeader('Retry-After', String(Math.ceil(retryAfterS)));
    if (retry === false) response.setHeader('x-should-retry', 'false');
    if (allow) response.setHeader('Allow', allow.join(', '));
    // What is still left of a refused body is not read: the connection ends with the answer.
    if (!request.complete) response.setHeader('Connection', 'close');
    response.status(STATUS[error.code]).json(failureBody(error, request.path, this.config, new Date()));
  }
}
