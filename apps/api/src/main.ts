import { httpConfig, runtimeConfig } from '@app/config';
import { keepHeapSmall, Log, runProgram, stopOnSignal } from '@app/observability';
import { createApi } from './create-api';
import { keepCompiledCode } from './keep-compiled-code';

void runProgram(async () => {
  keepCompiledCode();
  const { host, port } = httpConfig();
  const app = await createApi();
  stopOnSignal(app, runtimeConfig().shutdownGraceMs);
  keepHeapSmall();
  await app.listen(port, host);
  app.get(Log).info('api.listening', { port });
});
