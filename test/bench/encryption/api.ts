import type { NestExpressApplication } from '@nestjs/platform-express';
import { runProgram } from '@app/common';
import { httpConfig, runtimeConfig } from '@app/config';
import { stopOnSignal } from '@app/observability';
import { ApiModule } from '../../../apps/api/src/api.module';
import { configure } from '../../../apps/api/src/create-api';
import { putTogether } from './put-together';

/** The api of the benchmark. */
void runProgram(async () => {
  const http = httpConfig();
  const parts = await putTogether([ApiModule.register(http)]);
  const app = parts.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  await configure(app, http);
  stopOnSignal(app, 5_000);
  await app.listen(http.port, runtimeConfig().host);
});
