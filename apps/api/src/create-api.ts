import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { httpConfig, singleSignOnConfig, type HttpConfig, type SingleSignOnConfig } from '@app/config';
import { assertReady } from '@app/core';
import { FrameworkLogger, Log, Metrics, Tracing } from '@app/observability';
import { ApiModule } from './api.module';
import { serveConsole } from './console/serve-console';
import { serveHelp } from './help/serve-help';
import { accessLog, requestContext } from './http/access-log';
import { refuseKeysInAddresses } from './gemini/refuse-keys-in-addresses';
import { privacyOverhead } from './http/privacy-overhead';
import { refuseOtherMethods } from './http/allowed-methods';
import { answerClientErrors, requireHost } from './http/client-errors';
import { refuseUpgrades } from './http/refuse-upgrades';
import { limitBodies, limitHeads } from './http/slow-clients';
import { warnOfProxies } from './http/warn-of-proxies';
import { serveDocumentation } from './openapi/documentation';

/**
 * Creates the api, ready to listen.
 * @throws ConfigError if a setting is wrong, a key does not fit, or migrations are pending
 */
export async function createApi(): Promise<NestExpressApplication> {
  const http = httpConfig();
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.register(http), {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  app.useLogger(new FrameworkLogger(app.get(Log)));
  app.get(Tracing).start('api');
  await assertReady(app);
  return configure(app, http);
}

/** Configures what belongs to no module: the server's limits, security headers and documentation. */
export async function configure(
  app: NestExpressApplication,
  http: HttpConfig,
): Promise<NestExpressApplication> {
  if (http.trustProxy.length > 0) app.set('trust proxy', http.trustProxy);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(
    requestContext(app.get(Tracing)),
    accessLog(app.get(Log), app.get(Metrics)),
    limitBodies(http),
    helmet(),
    requireHost,
  );
  app.use(
    ['openai/v1', 'anthropic/v1', 'gemini'].map((path) => `${http.aiBasePath}/${path}`),
    privacyOverhead(app.get(Metrics)),
  );
  app.use(`${http.aiBasePath}/gemini`, refuseKeysInAddresses);
  allowOrigins(app, http);
  app.use(refuseUpgrades, refuseOtherMethods);
  if (http.trustProxy.length === 0) app.use(warnOfProxies(app.get(Log)));
  // Responses contain personal data, so proxies must not cache them. A route may override this.
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  serveDocumentation(app);
  if (http.console) {
    serveHelp(app);
    serveConsole(app, http, app.get<SingleSignOnConfig>(singleSignOnConfig.KEY));
  }
  const server = app.getHttpServer();
  limitHeads(server, http);
  answerClientErrors(server);
  await app.init();
  return app;
}

/** Response headers that scripts of other origins may read. */
const EXPOSED = [
  'X-Request-Id',
  'X-Job-Id',
  'X-Budget-Remaining',
  'X-Budget-Unit',
  'X-RateLimit-Remaining',
  'X-Dropped-Parameters',
  'X-Report',
  'X-Restored',
  'Content-Disposition',
  'X-Should-Retry',
  'Retry-After',
  'Idempotency-Replayed',
];
const PREFLIGHT_S = 600;

/** Allows the origins of `CORS_ORIGINS`. Without any, browsers block pages of other origins. */
function allowOrigins(app: NestExpressApplication, { corsOrigins }: HttpConfig): void {
  if (corsOrigins.length === 0) return;
  app.enableCors({ origin: [...corsOrigins], exposedHeaders: EXPOSED, maxAge: PREFLIGHT_S });
}
