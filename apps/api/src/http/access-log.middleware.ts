import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Log, Metrics } from '@app/observability';

/** One line and one measurement for each request: the route's pattern, never the address (contract 11). */
@Injectable()
export class AccessLog implements NestMiddleware {
  constructor(
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const route = routePattern(request);
      // A client that went away before the answer was whole: nginx's name for it.
      const status = response.writableFinished ? response.statusCode : 499;
      this.metrics.requests.observe(
        { method: knownMethod(request.method), route, status },
        durationMs / 1000,
      );
      this.log.info('request.finished', { method: knownMethod(request.method), route, status, durationMs });
    });
    next();
  }
}

const routePattern = ({ route }: Request): string =>
  typeof (route as { path?: unknown } | undefined)?.path === 'string'
    ? (route as { path: string }).path
    : 'unknown';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other');
