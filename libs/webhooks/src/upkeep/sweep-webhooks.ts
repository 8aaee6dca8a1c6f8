import { Inject, Injectable } from '@nestjs/common';
import { ALL_OWNERS, Transactions, type Transaction } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { DataKeys } from '@app/data-keys';
import { QueueNotifier } from '@app/queue';
import { SigningSecrets } from '../signing';
import { StoredDeliveries } from '../store/stored-deliveries.store';

/** The batch size. Several rounds process a long backlog instead of one long transaction. */
const BATCH = 500;

/**
 * Notifies the queue of due deliveries that no worker was notified of, and deletes expired contents and signing secrets
 * (contract: Jobs). One notification is enough for all due deliveries. Idempotent.
 */
@Injectable()
export class SweepWebhooks {
  constructor(
    @Inject(jobsConfig.KEY) private readonly config: Pick<JobsConfig, 'resultRetentionMs'>,
    private readonly transactions: Transactions,
    private readonly deliveries: StoredDeliveries,
    private readonly keys: DataKeys,
    private readonly secrets: SigningSecrets,
    private readonly notifier: QueueNotifier,
  ) {}

  /** @returns whether it swept; false if another process is sweeping */
  async execute(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      if (!(await this.deliveries.lockSweep(tx))) return false;
      if (await this.deliveries.areDue()) this.notifier.notify('webhook-delivery');
      await this.transactions.runFor(ALL_OWNERS, (expiring) => this.expireContents(expiring));
      await this.secrets.expire();
      return true;
    });
  }

  /** Deletes addresses, bodies and their data keys. */
  private async expireContents(tx: Transaction): Promise<void> {
    const ids = await this.deliveries.expiring(tx, this.config.resultRetentionMs, BATCH);
    if (ids.length === 0) return;
    await this.deliveries.deleteContents(tx, ids);
    await this.keys.destroy(tx, ids);
  }
}
