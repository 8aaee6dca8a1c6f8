import { setFlagsFromString } from 'node:v8';
// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import { httpConfig, runtimeConfig, type HttpConfig, type RuntimeConfig } from '@app/config';
import { COMMIT, VERSION } from '@app/common';
import { Log, prepareProcess, runService } from '@app/observability';
import { createApi } from './create-api';

void runService(async () => {
  keepCompiledCode();
  const app = await createApi();
  const { port } = app.get<HttpConfig>(httpConfig.KEY);
  const { host, shutdownGraceMs } = app.get<RuntimeConfig>(runtimeConfig.KEY);
  prepareProcess(app, shutdownGraceMs);
  await app.listen(port, host);
  app.get(Log).info('api.listening', { port, version: VERSION, commit: COMMIT });
});

/**
 * Keeps compiled functions that rarely run. V8 discards functions that were unused over some garbage collections, and
 * an idle process collects garbage. Without this, callers after half a minute without requests would wait two to three
 * times as long, until everything is compiled again. V8 reads the flag at each collection, so it may be set at run
 * time.
 */
function keepCompiledCode(): void {
  setFlagsFromString('--no-flush-bytecode');
}
