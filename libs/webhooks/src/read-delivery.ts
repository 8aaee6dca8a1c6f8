import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { KeptDeliveries, type EventSubject } from './store/kept-deliveries.store';
import { deliveryBinding, type AttemptError, type DeliveryState } from './store/webhooks.entities';

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

/** What became of an event. Which user's it is, the caller has checked. */
@Injectable()
export class ReadDelivery {
  constructor(private readonly kept: KeptDeliveries) {}

  /** @returns null where nothing was published for the subject */
  async report(event: EventSubject): Promise<DeliveryReport | null> {
    const delivery = await this.kept.find(event);
    if (!delivery) return null;
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
