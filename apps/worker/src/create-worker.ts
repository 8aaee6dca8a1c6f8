import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, jobsConfig } from '@app/config';
import { assertReady } from '@app/core';
import { FrameworkLogger, Log, Tracing } from '@app/observability';
import { isQueueName, QUEUE_NAMES, type QueueName } from '@app/queue';
import { WorkerModule } from './worker.module';

/** The worker, ready to listen for health and metrics. @throws ConfigError where a setting is wrong, a key does not fit, or migrations are pending */
export async function createWorker(): Promise<INestApplication> {
  const app = await NestFactory.create(WorkerModule.register(servedQueues(jobsConfig().queues)), {
    abortOnError: false,
    logger: false,
  });
  app.useLogger(new FrameworkLogger(app.get(Log)));
  app.get(Tracing).start('worker');
  await assertReady(app);
  await app.init();
  return app;
}

/** Those that WORKER_QUEUES names; none named: all. */
function servedQueues(names: readonly string[]): readonly QueueName[] {
  if (!names.every(isQueueName))
    throw new ConfigError(`WORKER_QUEUES: expected names with commas, of ${QUEUE_NAMES.join(', ')}`);
  return names.length > 0 ? names.filter(isQueueName) : QUEUE_NAMES;
}
