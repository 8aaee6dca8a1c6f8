import { runProgram } from '@app/common';
import { jobsConfig } from '@app/config';
import { stopOnSignal } from '@app/observability';
import { QUEUE_NAMES } from '@app/queue';
import { WorkerModule } from '../../../apps/worker/src/worker.module';
import { putTogether } from './put-together';

/** The worker of the benchmark. */
void runProgram(async () => {
  const parts = await putTogether([WorkerModule.register(QUEUE_NAMES)]);
  const app = parts.createNestApplication({ logger: false });
  await app.init();
  stopOnSignal(app, 5_000);
  await app.listen(jobsConfig().workerPort);
});
