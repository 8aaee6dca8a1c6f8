import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import { QUEUE_NAMES, type QueueName } from './queue-contract';

/**
 * Closes Bull's connections when the process ends, whether Redis is there or not. Bull's own `close` fails where
 * Redis refuses a connection meanwhile, and would leave everybody else's connections open.
 */
@Injectable()
export class CloseQueues implements OnModuleInit {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  /** Takes the place of the hook that Nest's module gives each queue. */
  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
      Object.assign(queue, { onApplicationShutdown: () => this.close(name, queue) });
    }
  }

  private async close(name: QueueName, queue: Queue): Promise<void> {
    // Bull connects anew, to be free of a command that waits, and listens to whether that fails only later: where Redis
    // is away, a rejection that nobody handles would end the process.
    for (const client of queue.clients) {
      const connect = client.connect.bind(client);
      Object.assign(client, { connect: () => connect().catch(() => undefined) });
    }
    const { client } = queue;
    const isAway = client.status !== 'ready';
    const closing = queue.close(isAway).catch((error: unknown) => {
      this.log.error('queue.close', error, { queue: name });
    });
    // The work itself has ended by now. What Bull waits for is to strike rings off, for as long as Redis is away.
    await (isAway ? closing : Promise.race([closing, new Promise((lost) => client.once('close', lost))]));
    // On a connection that has ended, ioredis would start a timer that keeps the process for two seconds.
    for (const one of queue.clients) if (one.status !== 'end') one.disconnect();
  }
}
