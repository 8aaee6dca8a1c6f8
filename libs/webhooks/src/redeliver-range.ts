import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

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
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** @returns the subjects of the events that will be delivered again */
  async execute({ organizationId, since, until }: RedeliveryRange): Promise<string[]> {
    const [rows] = await this.db.query<[{ subject_id: string }[], number]>(
      `UPDATE webhook_deliveries SET state = 'pending', failures = 0, next_attempt_at = now(), finished_at = NULL,
         lease_owner = NULL, lease_until = NULL
       WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND body IS NOT NULL
         AND (lease_until IS NULL OR lease_until <= now())
       RETURNING subject_id`,
      [organizationId, since, until],
    );
    return rows.map((row) => row.subject_id);
  }
}
