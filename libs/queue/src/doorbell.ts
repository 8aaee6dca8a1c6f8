import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import type { QueueEntries, QueueName } from './queue-contract';

/** Rings of one process closer together than this become one: whoever answers takes all that waits. */
const QUIET_MS = 50;

/**
 * Tells the workers that there is work. Never waits and never fails: the row is committed before, and while
 * Redis is away the sweep finds it.
 */
@Injectable()
export class Doorbell implements OnApplicationShutdown {
  private readonly quiet = new Map<QueueName, { timer: NodeJS.Timeout; next?: () => void }>();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  ring<Q extends QueueName>(name: Q, entry: QueueEntries[Q]): void {
    const quiet = this.quiet.get(name);
    if (quiet) quiet.next = () => this.ring(name, entry);
    else this.ringNow(name, entry);
  }

  /** A ring of its own, after `delayMs`. */
  ringLater<Q extends QueueName>(name: Q, entry: QueueEntries[Q], delayMs: number): void {
    this.add(name, entry, delayMs);
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.quiet.values()) clearTimeout(timer);
  }

  private ringNow<Q extends QueueName>(name: Q, entry: QueueEntries[Q]): void {
    const timer = setTimeout(() => {
      const next = this.quiet.get(name)?.next;
      this.quiet.delete(name);
      next?.();
    }, QUIET_MS);
    this.quiet.set(name, { timer });
    this.add(name, entry, 0);
  }

  private add<Q extends QueueName>(name: Q, entry: QueueEntries[Q], delay: number): void {
    const queue = this.moduleRef.get<Queue<QueueEntries[Q]>>(getQueueToken(name), { strict: false });
    // Not connected, a command would wait in memory; the sweep rings instead.
    if (queue.client.status !== 'ready') return;
    queue
      .add(entry, { delay, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => this.log.error('queue.ring', error, { queue: name }));
  }
}
