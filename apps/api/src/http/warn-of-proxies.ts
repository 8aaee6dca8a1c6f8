import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Log } from '@app/observability';

/** The headers in which a proxy names the client. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/**
 * Warns once if requests come through a proxy and TRUST_PROXY names none: all users then count as one address and share
 * its limits. The warning does not quote the headers.
 */
export function warnOfProxies(log: Pick<Log, 'warn'>): RequestHandler {
  let warned = false;
  return (request: Request, _response: Response, next: NextFunction) => {
    if (!warned && FORWARDED.some((name) => request.headers[name] !== undefined)) {
      warned = true;
      log.warn('http.proxy_not_trusted', { reason: 'set TRUST_PROXY' });
    }
    next();
  };
}
