// The settings are loaded first because they disable the telemetry of modules that are loaded later.
import { jobsConfig, runtimeConfig, type JobsConfig, type RuntimeConfig } from '@app/config';
import { COMMIT, VERSION } from '@app/common';
import { Log, prepareProcess, runService } from '@app/observability';
import { createWorker } from './create-worker';

void runService(async () => {
  const worker = await createWorker();
  const { workerPort } = worker.get<JobsConfig>(jobsConfig.KEY);
  const { host, shutdownGraceMs } = worker.get<RuntimeConfig>(runtimeConfig.KEY);
  prepareProcess(worker, shutdownGraceMs);
  await worker.listen(workerPort, host);
  worker.get(Log).info('worker.listening', { port: workerPort, version: VERSION, commit: COMMIT });
});
