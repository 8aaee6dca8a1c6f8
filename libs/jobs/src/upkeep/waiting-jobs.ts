import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { JOB_TYPES, type JobType } from '../rows/job-type';

export interface Backlog {
  type: JobType;
  /** Accepted and not running. */
  waiting: number;
  /** Seconds since the oldest of them was accepted; 0 where there is none. */
  oldestS: number;
}

/** What waits to be run. */
@Injectable()
export class WaitingJobs {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** For each type that has one, a job that can be claimed now. */
  claimable(): Promise<{ type: JobType; id: string }[]> {
    return this.db.query(
      `SELECT types.type, first.id FROM unnest($1::text[]) AS types (type)
       CROSS JOIN LATERAL (
         SELECT id FROM jobs WHERE status = 'accepted' AND type = types.type AND available_at <= now()
           AND (lease_until IS NULL OR lease_until <= now()) LIMIT 1
       ) first`,
      [JOB_TYPES],
    );
  }

  backlog(): Promise<Backlog[]> {
    return this.db.query(
      `SELECT type, count(*)::int AS waiting,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestS"
       FROM jobs WHERE status = 'accepted' AND (lease_until IS NULL OR lease_until <= now()) GROUP BY type`,
    );
  }
}
