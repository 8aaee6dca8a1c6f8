import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppError } from '@app/common';
import { DataKeys } from '@app/crypto';
import type { AttemptError } from './outcome';
import { bodyPlace } from './places';
import { WebhookAttempt } from './webhook-attempt.entity';
import { WebhookDelivery, type DeliveryState } from './webhook-delivery.entity';

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

/** What became of an event. The caller has checked whose subject it is. */
@Injectable()
export class ReadDelivery {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @returns null where nothing was published for the subject */
  async report(subjectId: string): Promise<DeliveryReport | null> {
    const delivery = await this.db.manager.findOneBy(WebhookDelivery, { subjectId });
    if (!delivery) return null;
    const attempts = await this.db.manager.find(WebhookAttempt, {
      where: { deliveryId: delivery.id },
      order: { at: 'ASC' },
    });
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
  async body(subjectId: string): Promise<string> {
    const delivery = await this.db.manager.findOneBy(WebhookDelivery, { subjectId });
    const key = (await this.keys.loadAll(this.db.manager, [subjectId])).get(subjectId);
    if (!delivery?.body || !key) throw new AppError('gone', 'The result was deleted');
    return key.openText(delivery.body, bodyPlace(delivery.id));
  }
}
