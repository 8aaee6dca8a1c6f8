import { Injectable } from '@nestjs/common';
import { Clock, newId, type JobErrorCode, type Transaction } from '@app/common';
import { KeyRing, type DataKey } from '@app/crypto';
import type { OrganizationEventType, TEST_EVENT } from './events/organization-event';
import { DeliveriesStore, type NewDeliveryRow } from './store/deliveries.store';
import { deliveryBinding } from './store/webhooks.entities';

/**
 * In the place of an address: nobody is told, whoever waits for the event comes for it. A version that does not know of
 * it finds an address that it cannot deliver to.
 */
export const POLLED = 'poll:';

export interface WebhookEvent {
  /** Whose event it is, such as a job's id: there is one event for each. */
  subjectId: string;
  organizationId: string;
  requestId: string;
  /** Of what it tells of, where that is traced. */
  traceparent?: string | undefined;
  /** Where it goes, or POLLED. */
  url: string;
  body: object;
  /** The subject's data key. */
  key: DataKey;
  /** Why the job failed; sent in a header, since the bodies of webhooks are closed. */
  errorCode?: JobErrorCode | undefined;
  /** Of an event that is no job's end. */
  eventType?: OrganizationEventType | typeof TEST_EVENT;
}

/**
 * Records events in the caller's transaction: what they tell of and that it is told commit together.
 * A body is serialized here, once; these bytes are stored, signed and sent.
 */
@Injectable()
export class PublishEvent {
  constructor(
    private readonly deliveries: DeliveriesStore,
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** Ring for them after the commit. @returns the deliveries' ids, in order */
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
      // Nobody is waited for: it is kept for as long as one that was delivered.
      deliveredAt: url === POLLED ? this.clock.now() : null,
      url: key.seal(url, deliveryBinding.url(id)),
      body: key.seal(JSON.stringify(body), deliveryBinding.body(id)),
    };
  }
}

/** Tells receivers' hosts apart without keeping their names. */
export const hostKey = (keyRing: KeyRing, url: string): string =>
  keyRing.hash('webhook-host', new URL(url).hostname);

/** Whether an event goes nowhere, but is kept for who comes for it. */
export const isPolled = (keyRing: KeyRing, event: { hostKey: string }): boolean =>
  event.hostKey === hostKey(keyRing, POLLED);
