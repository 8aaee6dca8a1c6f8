import { Injectable } from '@nestjs/common';
import { Clock, newId, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { currentContext, currentTraceparent } from '@app/observability';
import { QueueNotifier } from '@app/queue';
import { PublishEvent } from '../publish-event';
import type { OrganizationEvent, OrganizationEventType, TEST_EVENT } from './organization-event';
import { OrganizationWebhooksStore } from './organization-webhooks.store';

/** By then the caller's transaction has probably ended. Otherwise the sweep notifies the queue. */
const NOTIFY_AFTER_MS = 500;

/**
 * Sends events to organizations through their webhooks (contract: Events of the organization). They are signed, retried
 * and stored like deliveries of jobs.
 */
@Injectable()
export class OrganizationEvents {
  constructor(
    private readonly webhooks: OrganizationWebhooksStore,
    private readonly publish: PublishEvent,
    private readonly keys: DataKeys,
    private readonly notifier: QueueNotifier,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes an event in the caller's transaction, so that both commit together. Does nothing without a subscription.
   */
  async emit(tx: Transaction, { type, organizationId, data }: OrganizationEvent): Promise<void> {
    const webhook = await this.webhooks.find(organizationId, tx);
    if (!webhook?.events.includes(type)) return;
    await this.publishTo(tx, webhook.url, organizationId, { type, data });
    this.notifier.notifyLater('webhook-delivery', NOTIFY_AFTER_MS);
  }

  /**
   * Publishes an event regardless of subscriptions. Notify the queue after the commit.
   *
   * @returns the event's id
   */
  async publishTo(
    tx: Transaction,
    url: string,
    organizationId: string,
    { type, data }: { type: OrganizationEventType | typeof TEST_EVENT; data: object },
  ): Promise<string> {
    const id = newId();
    const body = { type, id, at: this.clock.now().toISOString(), organization_id: organizationId, data };
    const key = await this.keys.create(tx, id);
    const requestId = currentContext()?.requestId ?? id;
    const traceparent = currentTraceparent();
    const event = { subjectId: id, organizationId, requestId, traceparent, body, key, eventType: type };
    await this.publish.execute(tx, [{ ...event, url }]);
    return id;
  }
}
