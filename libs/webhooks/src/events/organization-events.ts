import { Injectable } from '@nestjs/common';
import { Clock, newId, type Transaction } from '@app/common';
import { DataKeys } from '@app/data-keys';
import { currentContext, currentTraceparent } from '@app/observability';
import { QueueNotifier } from '@app/queue';
import { PublishEvent } from '../publish-event';
import type { OrganizationEvent, OrganizationEventType, TEST_EVENT } from './organization-event';
import { OrganizationWebhooksStore } from './organization-webhooks.store';

/** After this the caller's transaction has ended, most likely; else the sweep rings. */
const NOTIFY_AFTER_MS = 500;

/**
 * Tells organizations of what happens to them, by the webhook that they set (contract: Events of the organization).
 * Deliveries are those of jobs: signed, retried and kept alike.
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
   * Part of the caller's transaction: what happened and that it is told commit together. Nothing where the organization
   * does not want to know.
   */
  async emit(tx: Transaction, { type, organizationId, data }: OrganizationEvent): Promise<void> {
    const webhook = await this.webhooks.find(organizationId, tx);
    if (!webhook?.events.includes(type)) return;
    await this.publishTo(tx, webhook.url, organizationId, { type, data });
    this.notifier.notifyLater('webhook-delivery', NOTIFY_AFTER_MS);
  }

  /** Whatever the organization wants to be told of. Ring for it after the commit. @returns the event's id */
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
