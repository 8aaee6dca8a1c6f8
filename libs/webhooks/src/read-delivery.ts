import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AppError } from '@app/common';
import { DataKeys } from '@app/data-keys';
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

/** Whose event: its subject, and the organization that has it. */
export interface EventSubject {
  id: string;
  organizationId: string;
}

/** What became of an event. Which user's it is, the caller has checked. */
@Injectable()
export class ReadDelivery {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @returns null where nothing was published for the subject */
  async report({ id, organizationId }: EventSubject): Promise<DeliveryReport | null> {
    const { manager } = this.db;
    const delivery = await manager.findOneBy(WebhookDelivery, { subjectId: id, organizationId });
    if (!delivery) return null;
    const where = { deliveryId: delivery.id };
    const attempts = await manager.find(WebhookAttempt, { where, order: { at: 'ASC' } });
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
  async body({ id, organizationId }: EventSubject): Promise<string> {
    const delivery = await this.db.manager.findOneBy(WebhookDelivery, { subjectId: id, organizationId });
    const key = (await this.keys.loadAll(this.db.manager, [id])).get(id);
    if (!delivery?.body || !key) throw new AppError('gone', 'The result was deleted');
    return key.openText(delivery.body, bodyPlace(delivery.id));
  }
}
