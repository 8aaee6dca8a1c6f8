import { Injectable } from '@nestjs/common';
import { AppError, isId } from '@app/common';
import { KeyRing } from '@app/crypto';
import { deliveryBinding, isPolled } from './publish-event';
import { StoredDeliveries, type EventSubject } from './store/stored-deliveries.store';
import { type AttemptError, type DeliveryRow, type DeliveryState } from './store/webhooks.entities';

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

/** An event of an organization, which is not the end of a job. */
export interface EventReport extends DeliveryReport {
  id: string;
  type: string;
}

/** The state of a delivery, for readers who may not see its address. */
export interface DeliverySummary {
  state: DeliveryState;
  /** The host of the address; null after the address was deleted. */
  host: string | null;
}

/** Shows the state of an event. The caller must check which user owns it. */
@Injectable()
export class ReadDelivery {
  constructor(
    private readonly kept: StoredDeliveries,
    private readonly keyRing: KeyRing,
  ) {}

  /** @returns null if nothing was published for the subject, or it is not sent */
  async report(event: EventSubject): Promise<DeliveryReport | null> {
    const delivery = await this.kept.find(event);
    if (!delivery || isPolled(this.keyRing, delivery)) return null;
    return this.reportOf(delivery);
  }

  /**
   * Returns the report of an organization's event or of a test event.
   *
   * @throws AppError `not_found` for a malformed id, an unknown one, another organization's, and a job's alike
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

  /** Returns the states of the organization's events by subject, without unpublished and polled ones. */
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
   * Returns the bytes that are sent, as text.
   *
   * @throws AppError `gone` if they were deleted
   */
  async body(event: EventSubject): Promise<string> {
    const delivery = await this.kept.find(event);
    const key = await this.kept.keyOf(event.id);
    if (!delivery?.body || !key) throw new AppError('gone', 'The result was deleted');
    return key.openText(delivery.body, deliveryBinding.body(delivery.id));
  }
}
