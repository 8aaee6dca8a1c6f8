import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import type { QueueName } from './queue-contract';

/** Rings of one process closer together than this become one: whoever answers takes all that waits. */
const QUIET_MS = 50;

/**
 * Tells the workers that there is work. Never waits and never fails: the row is committed before, and while
 * Redis is away the sweep finds it.
 */
@Injectable()
export class QueueNotifier implements OnApplicationShutdown {
  /** Queues that were rung a moment ago, and whether somebody else rang meanwhile. */
  private readonly quiet = new Map<QueueName, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  notify(name: QueueName): void {
    const quiet = this.quiet.get(name);
    if (quiet) {
      quiet.again = true;
      return;
    }
    this.quiet.set(name, { timer: setTimeout(() => this.endQuiet(name), QUIET_MS), again: false });
    this.notifyLater(name, 0);
  }

  /** A ring of its own, after `delayMs`. */
  notifyLater(name: QueueName, delayMs: number): void {
    const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
    // Not connected, a command would wait in memory; the sweep rings instead.
    if (queue.client.status !== 'ready') return;
    queue
      .add({}, { delay: delayMs, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => this.log.error('queue.notify', error, { queue: name }));
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.quiet.values()) clearTimeout(timer);
  }

  private endQuiet(name: QueueName): void {
    const { again } = this.quiet.get(name) ?? {};
    this.quiet.delete(name);
    if (again) this.notify(name);
  }
}
