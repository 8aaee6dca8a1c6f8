import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@app/common';
import { KeyRing } from '@app/crypto';
import { isPolled } from './publish-event';
import { KeptDeliveries, type EventSubject } from './store/kept-deliveries.store';
import {
  deliveryBinding,
  type AttemptError,
  type DeliveryRow,
  type DeliveryState,
} from './store/webhooks.entities';

export interface DeliveryReport {
  state: DeliveryState;
  attempts: {
    /** ISO 8601, UTC. */
    at: string;
    status_code: number | null;
    error: AttemptError | null;
    duration_ms: number;
  }[];
}

/** An event of an organization, which no job's end is. */
export interface EventReport extends DeliveryReport {
  id: string;
  type: string;
}

/** How the delivery of an event stands, for those who may not know the address that it goes to. */
export interface DeliverySummary {
  state: DeliveryState;
  /** Of the address; null once that was deleted. */
  host: string | null;
}

/** What became of an event. Which user's it is, the caller has checked. */
@Injectable()
export class ReadDelivery {
  constructor(
    private readonly kept: KeptDeliveries,
    private readonly keyRing: KeyRing,
  ) {}

  /** @returns null where nothing was published for the subject, or it goes nowhere */
  async report(event: EventSubject): Promise<DeliveryReport | null> {
    const delivery = await this.kept.find(event);
    if (!delivery || isPolled(this.keyRing, delivery)) return null;
    return this.reportOf(delivery);
  }

  /**
   * Of something that happened to the organization, or of a test.
   *
   * @throws AppError `not_found`, alike for a malformed id, an unknown one, another organization's, and a job's
   */
  async ofEvent({ id, organizationId }: EventSubject): Promise<EventReport> {
    const delivery = isId(id) ? await this.kept.find({ id, organizationId }) : null;
    if (!delivery?.eventType) throw new AppError('not_found', 'There is no such event');
    return { id, type: delivery.eventType, ...(await this.reportOf(delivery)) };
  }

  private async reportOf(delivery: DeliveryRow): Promise<DeliveryReport> {
    const attempts = await this.kept.attempts(delivery);
    return {
      state: delivery.state,
      attempts: attempts.map(({ at, statusCode, error, durationMs }) => ({
        at: at.toISOString(),
        status_code: statusCode,
        error,
        duration_ms: durationMs,
      })),
    };
  }

  /** Of the organization's events, by subject; those that were not published, or go nowhere, lack. */
  async summaries(
    organizationId: string,
    subjectIds: readonly string[],
  ): Promise<Map<string, DeliverySummary>> {
    const published = await this.kept.ofSubjects(organizationId, subjectIds);
    const deliveries = published.filter((delivery) => !isPolled(this.keyRing, delivery));
    const keys = await this.kept.keysOf(subjectIds);
    return new Map(
      deliveries.map(({ id, subjectId, state, url }) => {
        const key = keys.get(subjectId);
        const address = url && key ? key.openText(url, deliveryBinding.url(id)) : undefined;
        return [subjectId, { state, host: address === undefined ? null : new URL(address).hostname }];
      }),
    );
  }

  /**
   * The very bytes that are sent, as text.
   *
   * @throws AppError `gone` where they were deleted
   */
  async body(event: EventSubject): Promise<string> {
    const delivery = await this.kept.find(event);
    const key = await this.kept.keyOf(event.id);
    if (!delivery?.body || !key) throw new AppError('gone', 'The result was deleted');
    return key.openText(delivery.body, deliveryBinding.body(delivery.id));
  }
}
