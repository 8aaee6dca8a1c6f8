import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { HttpConfig } from '@app/config';
import { Log, Metrics } from '@app/observability';
import { accessLog } from './http/access-log';
import { answerClientErrors } from './http/client-errors';
import { serveDocumentation } from './http/documentation';
import { requestContext } from './http/request-context';

/** A request that has not arrived after this long is cut off: uploads are the slowest. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
const HEADERS_TIMEOUT_MS = 20_000;

/** What is not a module's: the server's limits, security headers, documentation. */
export async function configure(
  app: NestExpressApplication,
  http: HttpConfig,
): Promise<NestExpressApplication> {
  if (http.trustProxy.length > 0) app.set('trust proxy', http.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestContext, accessLog(app.get(Log), app.get(Metrics)), helmet());
  // Answers hold people's data: nobody between keeps them. A route may say otherwise.
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  serveDocumentation(app, http);
  const server = app.getHttpServer();
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  answerClientErrors(server);
  await app.init();
  return app;
}
