import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { QueueNotifier } from '@app/queue';
import { TEST_EVENT } from './organization-event';
import { OrganizationEvents } from './organization-events';
import { OrganizationWebhooksStore } from './organization-webhooks.store';

/**
 * Sends a test event to an organization's webhook. It is signed, validated, delivered and retried like any other event,
 * so that it tests the whole path.
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

  /**
   * @returns the event's id
   * @throws AppError `not_found` if no webhook is set
   */
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
