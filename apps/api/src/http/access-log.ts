import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Log, Metrics } from '@app/observability';

/** One line and one measurement for each request: the route's pattern, never the address (contract: Data protection). */
export const accessLog =
  (log: Log, metrics: Metrics): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const route = routePattern(request);
      const method = METHODS.has(request.method) ? request.method : 'other';
      // A client that went away before the answer was whole: nginx's name for it.
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requests.observe({ method, route, status }, durationMs / 1000);
      // What asks again and again would bury the rest.
      const level = route.startsWith('/health/') || route === '/metrics' ? 'debug' : 'info';
      log[level]('request.finished', { method, route, status, durationMs });
    });
    next();
  };

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const routePattern = ({ route }: Request): string =>
  typeof (route as { path?: unknown } | undefined)?.path === 'string'
    ? (route as { path: string }).path
    : 'unknown';
