import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { Log } from '@app/observability';
import type { QueueName } from './queue-contract';

/** Within this time, a process merges its notifications of one queue: a worker claims all waiting work anyway. */
const MERGE_MS = 50;

/**
 * Notifies the workers that there is work. Never waits and never fails: the row is committed before, and the sweep finds
 * it if Redis is unreachable.
 */
@Injectable()
export class QueueNotifier implements OnApplicationShutdown {
  /** Queues that were notified recently, and whether another notification was requested since. */
  private readonly recent = new Map<QueueName, { timer: NodeJS.Timeout; again: boolean }>();

  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly log: Log,
  ) {}

  notify(name: QueueName): void {
    const recent = this.recent.get(name);
    if (recent) {
      recent.again = true;
      return;
    }
    this.recent.set(name, { timer: setTimeout(() => this.endMerging(name), MERGE_MS), again: false });
    this.notifyLater(name, 0);
  }

  /** Sends a separate notification after `delayMs`. */
  notifyLater(name: QueueName, delayMs: number): void {
    const queue = this.moduleRef.get<Queue>(getQueueToken(name), { strict: false });
    // Without a connection, the command would wait in memory. The sweep notifies instead.
    if (queue.client.status !== 'ready') return;
    queue
      .add({}, { delay: delayMs, removeOnComplete: true, removeOnFail: true })
      .catch((error: unknown) => this.log.error('queue.notify', error, { queue: name }));
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.recent.values()) clearTimeout(timer);
  }

  private endMerging(name: QueueName): void {
    const { again } = this.recent.get(name) ?? {};
    this.recent.delete(name);
    if (again) this.notify(name);
  }
}
