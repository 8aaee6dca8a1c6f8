import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError } from '@app/common';
import { KeyRing } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Doorbell } from '@app/queue';
import { hostKey } from './host-key';
import { urlPlace } from './places';
import type { EventSubject } from './read-delivery';

interface Row {
  id: string;
  url: Buffer | null;
  running: boolean;
}

/** Starts the schedule of an event again, under the same `webhook-id` (contract: Jobs). */
@Injectable()
export class Redeliver {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly ring: KeyRing,
    private readonly doorbell: Doorbell,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param newUrl takes the place of the address where given; the caller has checked it
   * @throws AppError `gone` where the event was deleted, `conflict` while an attempt runs
   */
  async execute({ id: subjectId, organizationId }: EventSubject, newUrl?: string): Promise<void> {
    const id = await this.db.transaction(async (tx) => {
      const [delivery] = await tx.query<Row[]>(
        `SELECT id, url, coalesce(lease_until > now(), false) AS running
         FROM webhook_deliveries WHERE subject_id = $1 AND organization_id = $2 FOR UPDATE`,
        [subjectId, organizationId],
      );
      if (!delivery?.url) throw new AppError('gone', 'The result was deleted: there is nothing to deliver');
      if (delivery.running)
        throw new AppError(
          'conflict',
          'The webhook is being delivered right now; try again when it has ended',
        );
      const key = await this.keys.load(tx, subjectId);
      const url = newUrl ?? key.openText(delivery.url, urlPlace(delivery.id));
      await tx.query(
        `UPDATE webhook_deliveries SET state = 'pending', failures = 0, next_attempt_at = now(),
           finished_at = NULL, lease_owner = NULL, lease_until = NULL, host_key = $2, url = $3
         WHERE id = $1 AND organization_id = $4`,
        [delivery.id, hostKey(this.ring, url), key.seal(url, urlPlace(delivery.id)), organizationId],
      );
      await this.trail.record(tx, {
        action: 'job.redeliver',
        subject: { type: 'job', id: subjectId },
        organizationId,
      });
      return delivery.id;
    });
    this.doorbell.ring('webhook-delivery', { deliveryId: id });
  }
}
