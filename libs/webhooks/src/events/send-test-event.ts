import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { QueueNotifier } from '@app/queue';
import { TEST_EVENT } from './organization-event';
import { OrganizationEvents } from './organization-events';
import { OrganizationWebhooksStore } from './organization-webhooks.store';

/**
 * Sends an organization an event of which nothing happened, to the webhook that it set: signed, checked, delivered and
 * tried again as every other, so that what arrives of it arrives of them.
 */
@Injectable()
export class SendTestEvent {
  constructor(
    private readonly webhooks: OrganizationWebhooksStore,
    private readonly events: OrganizationEvents,
    private readonly transactions: Transactions,
    private readonly notifier: QueueNotifier,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns the event's id. @throws AppError `not_found` where no webhook is set */
  async execute(organizationId: string): Promise<string> {
    const id = await this.transactions.runFor({ organizationId }, async (tx) => {
      const webhook = await this.webhooks.find(organizationId, tx);
      if (!webhook) throw new AppError('not_found', 'No webhook is set');
      const subject = { type: 'organization', id: organizationId } as const;
      await this.trail.record(tx, { action: 'webhook.test', subject, organizationId });
      return this.events.publishTo(tx, webhook.url, organizationId, { type: TEST_EVENT, data: {} });
    });
    this.notifier.notify('webhook-delivery');
    return id;
  }
}
