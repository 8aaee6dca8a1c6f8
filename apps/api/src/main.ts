// The settings come first: they keep what is loaded after them from calling its maker.
import { httpConfig, runtimeConfig } from '@app/config';
import { runProgram } from '@app/common';
import { keepHeapSmall, Log, stopOnSignal, warnOfOldNode } from '@app/observability';
import { createApi } from './create-api';
import { keepCompiledCode } from './keep-compiled-code';

void runProgram(async () => {
  keepCompiledCode();
  const { port } = httpConfig();
  const { host, shutdownGraceMs } = runtimeConfig();
  const app = await createApi();
  warnOfOldNode(app.get(Log));
  stopOnSignal(app, shutdownGraceMs);
  keepHeapSmall();
  await app.listen(port, host);
  app.get(Log).info('api.listening', { port });
});
