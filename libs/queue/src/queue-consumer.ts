import { setTimeout as sleep } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import type { QueueName } from './queue-contract';

const RETRY_MS = 1_000;

/** Bull's connection for subscriptions, which its types omit. */
type SubscribingQueue = Queue & { eclient: Queue['client'] };

/**
 * Calls a handler for the entries of a queue. Bull subscribes once, when processing begins. If Redis refuses that (a wrong
 * password), it rejects and never tries again, so processing begins only when Redis accepts commands.
 */
@Injectable()
export class QueueConsumer implements OnApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  /** Returns immediately. Until Redis accepts this process, sweeps find the work. */
  consume(name: QueueName, handler: () => Promise<void>): void {
    const queue = this.moduleRef.get<SubscribingQueue>(getQueueToken(name), { strict: false });
    this.begin(queue, handler).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.log.error('queue.consume', error, { queue: name });
    });
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async begin(queue: SubscribingQueue, handler: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    while (!(await isAccepted(queue.eclient))) await sleep(RETRY_MS, undefined, { signal });
    await queue.process(handler);
  }
}

const isAccepted = (client: Queue['client']): Promise<boolean> =>
  client.ping().then(
    () => true,
    () => false,
  );
