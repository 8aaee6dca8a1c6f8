import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';

export interface RedeliveryRange {
  organizationId: string;
  /** Events of this time or later, and before `until`. */
  since: Date;
  until: Date;
}

/**
 * Starts the schedule of an organization's events again: for the operator, after a receiver lost some.
 * Events that were deleted or are being delivered right now are left alone; the sweep rings for the rest.
 */
@Injectable()
export class RedeliverRange {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns the subjects of the events that will be delivered again */
  async execute({ organizationId, since, until }: RedeliveryRange): Promise<string[]> {
    return this.db.transaction(async (tx) => {
      const [rows] = await tx.query<[{ subject_id: string }[], number]>(
        `UPDATE webhook_deliveries SET state = 'pending', failures = 0, next_attempt_at = now(), finished_at = NULL,
         lease_owner = NULL, lease_until = NULL
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND body IS NOT NULL
         AND (lease_until IS NULL OR lease_until <= now())
       RETURNING subject_id`,
        [organizationId, since, until],
      );
      const subject = { type: 'organization', id: organizationId } as const;
      const counts = { jobs: rows.length };
      await this.trail.record(tx, { action: 'job.redeliver', subject, organizationId, counts });
      return rows.map((row) => row.subject_id);
    });
  }
}
