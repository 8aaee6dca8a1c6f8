import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { QueueNotifier } from '@app/queue';
import { JobsReadStore } from '../store/jobs-read.store';
import { Retention } from './retention';

/**
 * Notifies the queue of waiting jobs that no worker was notified of (because of a crash after the commit, or because
 * Redis lost its data), and deletes expired data. One notification is enough for all waiting jobs of a type.
 */
@Injectable()
export class Sweep {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: JobsReadStore,
    private readonly notifier: QueueNotifier,
    private readonly retention: Retention,
  ) {}

  /** @returns whether it swept; false if another process is sweeping */
  async execute(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.jobs.lockSweep(tx))) return false;
      for (const type of await this.jobs.claimable()) this.notifier.notify(type);
      await this.retention.execute();
      return true;
    });
  }
}
