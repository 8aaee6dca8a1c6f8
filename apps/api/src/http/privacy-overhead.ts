import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { currentStages } from '@app/common';
import type { Metrics } from '@app/observability';
import { routePattern } from './access-log';

export const OVERHEAD_HEADER = 'X-Privacy-Overhead-Ms';

/**
 * Says in every answer below the path where it is used, by requests whose stages are timed, what this service adds to it: the time from the request's last byte
 * until the answer begins, less what the provider was waited for. Of a stream that is until its first event.
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
