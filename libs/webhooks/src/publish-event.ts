import { Injectable } from '@nestjs/common';
import { Clock, newId, type JobErrorCode, type Transaction } from '@app/common';
import { KeyRing, type DataKey } from '@app/crypto';
import type { OrganizationEventType, TEST_EVENT } from './events/organization-event';
import { DeliveriesStore, type NewDeliveryRow } from './store/deliveries.store';

/**
 * Replaces the address of an event that is not sent, because its caller polls. Earlier versions treat it as an address
 * that they cannot deliver to.
 */
export const POLLED = 'poll:';

export interface WebhookEvent {
  /** The subject of the event, such as a job's id. Each subject has one event. */
  subjectId: string;
  organizationId: string;
  requestId: string;
  /** The trace context of the reported event, if it is traced. */
  traceparent?: string | undefined;
  /** An address, or POLLED. */
  url: string;
  body: object;
  /** The subject's data key. */
  key: DataKey;
  /** The error code of a failed job, sent in a header because the bodies of webhooks have fixed fields. */
  errorCode?: JobErrorCode | undefined;
  /** The type of an event that is not the end of a job. */
  eventType?: OrganizationEventType | typeof TEST_EVENT;
}

/**
 * Stores events in the caller's transaction, so that they commit with the change that they report. Serializes each body
 * once; these bytes are stored, signed and sent.
 */
@Injectable()
export class PublishEvent {
  constructor(
    private readonly deliveries: DeliveriesStore,
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /**
   * Notify the queue after the commit.
   *
   * @returns the deliveries' ids, in order
   */
  async execute(tx: Transaction, events: readonly WebhookEvent[]): Promise<string[]> {
    const rows = events.map((event) => this.row(newId(), event));
    await this.deliveries.publish(tx, rows);
    return rows.map(({ id }) => id);
  }

  private row(id: string, { key, url, body, eventType, ...event }: WebhookEvent): NewDeliveryRow {
    return {
      id,
      ...event,
      eventType: eventType ?? null,
      hostKey: hostKey(this.keyRing, url),
      // No receiver is involved, so it is stored like a delivered event.
      deliveredAt: url === POLLED ? this.clock.now() : null,
      url: key.seal(url, deliveryBinding.url(id)),
      body: key.seal(JSON.stringify(body), deliveryBinding.body(id)),
    };
  }
}

/** Returns a hash that identifies a receiver's host without storing its name. */
export const hostKey = (keyRing: KeyRing, url: string): string =>
  keyRing.hash('webhook-host', new URL(url).hostname);

/** Returns whether an event is not sent, but stored for polling. */
export const isPolled = (keyRing: KeyRing, event: { hostKey: string }): boolean =>
  event.hostKey === hostKey(keyRing, POLLED);

/** Associated data of the sealed columns: a ciphertext decrypts only in this column of this delivery. */
export const deliveryBinding = {
  url: (deliveryId: string): string => `webhook_deliveries.url:${deliveryId}`,
  body: (deliveryId: string): string => `webhook_deliveries.body:${deliveryId}`,
};
