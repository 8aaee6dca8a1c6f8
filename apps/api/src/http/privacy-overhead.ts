import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { currentStages } from '@app/common';
import type { Metrics } from '@app/observability';
import { routePattern } from './access-log';

export const OVERHEAD_HEADER = 'X-Privacy-Overhead-Ms';

/**
 * Sets a header on every response below the path where it is used, for requests with timed stages: the time from the
 * request's last byte to the start of the answer, without the time spent waiting for the provider. For a stream, the
 * answer starts with its first event.
 */
export const privacyOverhead =
  (metrics: Metrics): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    let startedAt = performance.now();
    request.once('end', () => (startedAt = performance.now()));
    const stages = currentStages();
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => Response;
    response.writeHead = (...head: unknown[]): Response => {
      const ms = Math.max(0, performance.now() - startedAt - (stages?.ms('provider') ?? 0));
      if (!response.headersSent) response.setHeader(OVERHEAD_HEADER, ms.toFixed(1));
      metrics.privacyOverhead.observe({ route: routePattern(request) }, ms / 1000);
      return writeHead(...head);
    };
    next();
  };
