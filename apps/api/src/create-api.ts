import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { httpConfig } from '@app/config';
import { assertReady } from '@app/core';
import { FrameworkLogger, Log } from '@app/observability';
import { ApiModule } from './api.module';
import { configure } from './configure';

/** The api, ready to listen. @throws ConfigError where a setting is wrong, a key does not fit, or migrations are pending */
export async function createApi(): Promise<NestExpressApplication> {
  const http = httpConfig();
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.register(http), {
    bodyParser: false,
    abortOnError: false,
    logger: false,
  });
  app.useLogger(new FrameworkLogger(app.get(Log)));
  await assertReady(app);
  return configure(app, http);
}
