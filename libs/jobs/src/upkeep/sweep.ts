import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { QueueNotifier } from '@app/queue';
import { StoredJobs } from '../store/stored-jobs.store';

/**
 * Notifies the queue of waiting jobs that no worker was notified of (because of a crash after the commit, or because
 * Redis lost its data). One notification is enough for all waiting jobs of a type.
 */
@Injectable()
export class Sweep {
  constructor(
    private readonly transactions: Transactions,
    private readonly jobs: StoredJobs,
    private readonly notifier: QueueNotifier,
  ) {}

  /** @returns whether it swept; false if another process is sweeping */
  async execute(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.jobs.lockSweep(tx))) return false;
      for (const type of await this.jobs.claimable()) this.notifier.notify(type);
      return true;
    });
  }
}
