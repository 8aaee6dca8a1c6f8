import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigError, jobsConfig } from '@app/config';
import { assertReady } from '@app/core';
import { FrameworkLogger, Log, Tracing } from '@app/observability';
import { isQueueName, QUEUE_NAMES, type QueueName } from '@app/queue';
import { WorkerModule } from './worker.module';

/**
 * Creates the worker, ready to serve health and metrics.
 *
 * @throws ConfigError if a setting is wrong, a key does not fit, or migrations are pending
 */
export async function createWorker(): Promise<INestApplication> {
  // Read before injection, because the modules of the worker depend on it.
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

/** Returns the queues that WORKER_QUEUES names, or all queues if it names none. */
function servedQueues(names: readonly string[]): readonly QueueName[] {
  if (!names.every(isQueueName))
    throw new ConfigError(`WORKER_QUEUES: expected comma-separated names of ${QUEUE_NAMES.join(', ')}`);
  return names.length > 0 ? names.filter(isQueueName) : QUEUE_NAMES;
}
