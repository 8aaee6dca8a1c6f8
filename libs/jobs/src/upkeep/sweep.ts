import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { QueueNotifier } from '@app/queue';
import { KeptDeliveries } from '@app/webhooks';
import { JobsReadStore } from '../store/jobs-read.store';
import { Retention } from './retention';

/**
 * Rings for work that nobody was told of (a crash between commit and ring, a Redis that lost its data), and
 * deletes what has had its time. An entry is a doorbell: one ring is enough for all that waits.
 */
@Injectable()
export class Sweep {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobsReadStore,
    private readonly deliveries: KeptDeliveries,
    private readonly notifier: QueueNotifier,
    private readonly retention: Retention,
  ) {}

  /** @returns whether it did; else another process sweeps just now */
  async execute(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.jobs.lockSweep(tx))) return false;
      for (const type of await this.jobs.claimable()) this.notifier.notify(type);
      if (await this.deliveries.areDue()) this.notifier.notify('webhook-delivery');
      await this.retention.execute();
      return true;
    });
  }
}
