import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { newId, StageTimes, timingStages } from '@app/common';
import { currentContext, runInContext, type Log, type Metrics, type Tracing } from '@app/observability';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Sets the request id: the caller's if it is valid, else a new one (contract: Addresses and the envelope). If tracing
 * is on, starts a span in the caller's trace or in a new one.
 */
export const requestContext =
  (tracing: Tracing): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const given = request.get('x-request-id') ?? '';
    const requestId = ACCEPTED.test(given) ? given : newId();
    response.setHeader('X-Request-Id', requestId);
    const span = tracing.begin(request.get('traceparent'));
    runInContext({ requestId, ...(span && { span }) }, next);
  };

/**
 * Writes one log line, one span and one measurement per request and for its stages. They contain the route's pattern,
 * never the address (contract: Data protection).
 */
export const accessLog =
  (log: Log, metrics: Metrics): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const startedAt = performance.now();
    const stages = new StageTimes();
    const { span, requestId } = currentContext() ?? {};
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const route = routePattern(request);
      const method = METHODS.has(request.method) ? request.method : 'other';
      // nginx uses 499 for clients that disconnect before the response is complete.
      const status = response.writableFinished ? response.statusCode : 499;
      // A feature that the operator did not configure is no failure of the service.
      const isUnconfigured = response.getHeader('x-error-code') === 'not_configured';
      const counted = isUnconfigured ? 'not_configured' : status;
      metrics.requests.observe({ method, route, status: counted }, durationMs / 1000);
      metrics.observeStages(route, stages);
      // Periodic probes would crowd out all other lines.
      const isWatching = route.startsWith('/health/') || route === '/metrics';
      log[isWatching ? 'debug' : 'info']('request.finished', { method, route, status, durationMs });
      if (!span || isWatching) return;
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        ...(requestId !== undefined && { 'request.id': requestId }),
      };
      span.end({ name: `${method} ${route}`, kind: 'server', failed: status >= 500, attributes }, stages);
    });
    log.debug('request.started', { method: METHODS.has(request.method) ? request.method : 'other' });
    timingStages(stages, next);
  };

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the route's pattern. The address could contain personal data. */
export const routePattern = ({ route }: Request): string =>
  typeof (route as { path?: unknown } | undefined)?.path === 'string'
    ? (route as { path: string }).path
    : 'unknown';
