import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { HttpConfig } from '@app/config';
import { Log, Metrics } from '@app/observability';
import { accessLog, requestContext } from './http/access-log';
import { refuseOtherMethods } from './http/allowed-methods';
import { answerClientErrors, requireHost } from './http/client-errors';
import { allowOrigins } from './http/cross-origin';
import { warnOfProxies } from './http/warn-of-proxies';
import { limitBodies, limitHeads } from './http/slow-clients';
import { serveDocumentation } from './openapi/documentation';

/** What is not a module's: the server's limits, security headers, documentation. */
export async function configure(
  app: NestExpressApplication,
  http: HttpConfig,
): Promise<NestExpressApplication> {
  if (http.trustProxy.length > 0) app.set('trust proxy', http.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    requestContext,
    accessLog(app.get(Log), app.get(Metrics)),
    limitBodies(http),
    helmet(),
    requireHost,
  );
  allowOrigins(app, http);
  app.use(refuseOtherMethods);
  if (http.trustProxy.length === 0) app.use(warnOfProxies(app.get(Log)));
  // Answers hold people's data: nobody between keeps them. A route may say otherwise.
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  serveDocumentation(app, http);
  const server = app.getHttpServer();
  limitHeads(server, http);
  answerClientErrors(server);
  await app.init();
  return app;
}
