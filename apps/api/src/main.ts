import { setFlagsFromString } from 'node:v8';
// The settings come first: they keep what is loaded after them from calling its maker.
import { httpConfig, runtimeConfig } from '@app/config';
import { COMMIT, runProgram, VERSION } from '@app/common';
import { keepHeapSmall, Log, stopOnSignal, warnOfOldNode } from '@app/observability';
import { createApi } from './create-api';

void runProgram(async () => {
  keepCompiledCode();
  const { port } = httpConfig();
  const { host, shutdownGraceMs } = runtimeConfig();
  const app = await createApi();
  warnOfOldNode(app.get(Log));
  stopOnSignal(app, shutdownGraceMs);
  keepHeapSmall();
  await app.listen(port, host);
  app.get(Log).info('api.listening', { port, version: VERSION, commit: COMMIT });
});

/**
 * Keeps compiled functions, however rarely they run. V8 drops those that rested over some garbage collections, and an
 * idle process collects: callers after a quiet half minute would wait for everything to be compiled anew, which takes
 * two to three times what their request takes. Each collection reads the flag, so it may be set in a running program.
 */
function keepCompiledCode(): void {
  setFlagsFromString('--no-flush-bytecode');
}
