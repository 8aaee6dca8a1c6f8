import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import { QUEUE_NAMES, type QueueName } from './queue-contract';

/**
 * Closes Bull's connections when the process ends, whether or not Redis is reachable. Bull's own `close` fails if Redis
 * refuses a connection meanwhile, and would leave the connections of the other queues open.
 */
@Injectable()
export class CloseQueues implements OnModuleInit {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  /** Replaces the shutdown hook that Nest's module adds to each queue. */
  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
      Object.assign(queue, { onApplicationShutdown: () => this.close(name, queue) });
    }
  }

  private async close(name: QueueName, queue: Queue): Promise<void> {
    // Bull reconnects to cancel a blocking command, but handles a failure to connect only later. If Redis is
    // unreachable,
    // the unhandled rejection would end the process.
    for (const client of queue.clients) {
      const connect = client.connect.bind(client);
      Object.assign(client, { connect: () => connect().catch(() => undefined) });
    }
    const { client } = queue;
    const isAway = client.status !== 'ready';
    const closing = queue.close(isAway).catch((error: unknown) => {
      this.log.error('queue.close', error, { queue: name });
    });
    // The work itself has ended. Bull waits until it has removed entries, which lasts while Redis is unreachable.
    await (isAway ? closing : Promise.race([closing, new Promise((lost) => client.once('close', lost))]));
    // If a connection has ended, ioredis would start a timer that delays the end of the process by two seconds.
    for (const one of queue.clients) if (one.status !== 'end') one.disconnect();
  }
}
