import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { CheckWebhookUrl } from '../delivering/post-webhook';
import { StoredDeliveries } from '../store/stored-deliveries.store';
import { OrganizationWebhooksStore, type OrganizationWebhook } from './organization-webhooks.store';

/** Manages the webhook of an organization's events. */
@Injectable()
export class OrganizationWebhooks {
  constructor(
    private readonly store: OrganizationWebhooksStore,
    private readonly check: CheckWebhookUrl,
    private readonly deliveries: StoredDeliveries,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` if none is set */
  async read(organizationId: string): Promise<OrganizationWebhook> {
    const webhook = await this.store.find(organizationId);
    if (!webhook) throw notSet();
    return webhook;
  }

  /**
   * Sets the webhook. Earlier events still go to the previous address.
   *
   * @throws AppError `bad_request` for the address
   */
  async set(organizationId: string, { url, events }: OrganizationWebhook): Promise<OrganizationWebhook> {
    await this.check.execute(url, 'url');
    const webhook = { url, events: [...new Set(events)].toSorted() };
    await this.transactions.runFor({ organizationId }, async (tx) => {
      await this.store.put(tx, organizationId, webhook);
      const subject = { type: 'organization', id: organizationId } as const;
      await this.trail.record(tx, { action: 'webhook.set', subject, organizationId });
    });
    return webhook;
  }

  /**
   * Removes the webhook and its pending events.
   *
   * @throws AppError `not_found` if none is set
   */
  async remove(organizationId: string): Promise<void> {
    await this.transactions.runFor({ organizationId }, async (tx) => {
      if (!(await this.store.remove(tx, organizationId))) throw notSet();
      await this.deliveries.deleteEvents(tx, organizationId);
      const subject = { type: 'organization', id: organizationId } as const;
      await this.trail.record(tx, { action: 'webhook.remove', subject, organizationId });
    });
  }
}

const notSet = (): AppError => new AppError('not_found', 'No webhook is set');
