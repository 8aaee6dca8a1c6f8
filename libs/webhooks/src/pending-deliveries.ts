import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** What waits to be delivered. */
@Injectable()
export class PendingDeliveries {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** A delivery that is due and that nobody works on; undefined where there is none. */
  async due(): Promise<string | undefined> {
    const [row] = await this.db.query<{ id: string }[]>(
      `SELECT id FROM webhook_deliveries WHERE state = 'pending' AND next_attempt_at <= now()
         AND (lease_until IS NULL OR lease_until <= now()) LIMIT 1`,
    );
    return row?.id;
  }

  /** How many wait for their first attempt, and how many failed and wait for another. */
  async count(): Promise<{ first: number; retry: number }> {
    const [row] = await this.db.query<[{ first: number; retry: number }]>(
      `SELECT count(*) FILTER (WHERE failures = 0)::int AS first,
              count(*) FILTER (WHERE failures > 0)::int AS retry
       FROM webhook_deliveries WHERE state = 'pending'`,
    );
    return row;
  }
}
