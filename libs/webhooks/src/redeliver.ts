import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { KeyRing } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { QueueNotifier } from '@app/queue';
import { deliveryBinding, hostKey, POLLED } from './publish-event';
import { DeliveriesStore, type RedeliveryRange } from './store/deliveries.store';
import type { EventSubject } from './store/stored-deliveries.store';

/** Restarts the schedule of events with the same `webhook-id` (contract: Jobs). */
@Injectable()
export class Redeliver {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: DeliveriesStore,
    private readonly keys: DataKeys,
    private readonly keyRing: KeyRing,
    private readonly notifier: QueueNotifier,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param newUrl replaces the address if given; the caller has checked it
   * @throws AppError `gone` if the event was deleted, `conflict` while an attempt runs, or if the event is not sent
   */
  async execute({ id: subjectId, organizationId }: EventSubject, newUrl?: string): Promise<void> {
    await this.transactions.runFor({ organizationId }, async (tx) => {
      const delivery = await this.deliveries.lock(tx, { id: subjectId, organizationId });
      if (!delivery?.url) throw new AppError('gone', 'The result was deleted; there is nothing to deliver');
      if (delivery.running)
        throw new AppError('conflict', 'The webhook is being delivered now; try again later');
      const { id } = delivery;
      const key = await this.keys.load(tx, subjectId);
      const url = newUrl ?? key.openText(delivery.url, deliveryBinding.url(id));
      if (url === POLLED)
        throw new AppError(
          'conflict',
          'The result is stored for polling; give a webhook_url to have it sent',
        );
      const sealed = key.seal(url, deliveryBinding.url(id));
      await this.deliveries.restart(tx, {
        id,
        organizationId,
        hostKey: hostKey(this.keyRing, url),
        url: sealed,
      });
      const subject = { type: 'job', id: subjectId } as const;
      await this.trail.record(tx, { action: 'job.redeliver', subject, organizationId });
    });
    this.notifier.notify('webhook-delivery');
  }

  /**
   * Redelivers all events of an organization in a time range, for the operator, after a receiver lost some. Skips
   * events that were deleted or are being delivered; the sweep notifies the queue of the others.
   *
   * @returns the subjects of the events that will be delivered again
   */
  async range(range: RedeliveryRange): Promise<string[]> {
    const { organizationId } = range;
    return this.transactions.runFor({ organizationId }, async (tx) => {
      const subjectIds = await this.deliveries.restartRange(tx, {
        ...range,
        exceptHost: hostKey(this.keyRing, POLLED),
      });
      const subject = { type: 'organization', id: organizationId } as const;
      const counts = { jobs: subjectIds.length };
      await this.trail.record(tx, { action: 'job.redeliver', subject, organizationId, counts });
      return subjectIds;
    });
  }
}
