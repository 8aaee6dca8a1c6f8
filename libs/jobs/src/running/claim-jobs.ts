import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { newId } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { openEach, UNREADABLE_DELAY_S } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log, runInContext } from '@app/observability';
import type { JobType } from '../rows/job-type';
import { inputPlace, webhookUrlPlace } from '../rows/places';
import type { RunningJob } from './job-runner';

export interface ClaimedJob extends RunningJob {
  type: JobType;
  requestId: string;
  webhookUrl: string;
  /** This one included. */
  attempts: number;
}

interface Row {
  id: string;
  organization_id: string;
  user_id: string;
  request_id: string;
  attempts: number;
  input: Buffer;
  webhook_url: Buffer;
  key_id: string | null;
  wrapped: Buffer | null;
}

/**
 * Takes waiting jobs. The rule: among the organizations that have some, the one whose last turn lies
 * furthest back is next, and gives its oldest job. So another's ten thousand jobs delay a single one by
 * one turn.
 */
@Injectable()
export class ClaimJobs {
  /** This process, in leases. */
  readonly owner = newId();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly keys: DataKeys,
    private readonly log: Log,
  ) {}

  async execute(type: JobType, free: number): Promise<ClaimedJob[]> {
    const [rows] = await this.db.query<[Row[], number]>(CLAIM, [
      type,
      free,
      this.owner,
      this.config.leaseMs / 1000,
    ]);
    const { opened, unreadable } = openEach(rows, (row) => this.open(type, row));
    for (const { row, error } of unreadable) await this.setAside(row, error);
    return opened;
  }

  /**
   * A job whose main key is not in the ring, or that was damaged, cannot be run, nor can its webhook be sent. It costs
   * nobody else's: it waits, uncounted, until its key is back, and the log says so each time.
   */
  private async setAside({ id, request_id: requestId }: Row, error: unknown): Promise<void> {
    runInContext({ requestId, jobId: id }, () => this.log.error('job.unreadable', error));
    await this.db.query(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0),
         available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, UNREADABLE_DELAY_S],
    );
  }

  private open(type: JobType, { id, ...row }: Row): ClaimedJob {
    const key = this.keys.readPresent(id, row);
    return {
      id,
      type,
      organizationId: row.organization_id,
      userId: row.user_id,
      requestId: row.request_id,
      attempts: row.attempts,
      input: JSON.parse(key.openText(row.input, inputPlace(id))) as unknown,
      webhookUrl: key.openText(row.webhook_url, webhookUrlPlace(id)),
      key,
    };
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * $1 type, $2 free places, $3 owner, $4 lease in seconds. Organizations are found by hopping through the
 * index, so the cost grows with their number and not with that of the waiting jobs. An organization's jobs are asked for
 * as a range of that index, in its order: with plain equalities PostgreSQL takes the primary key as soon as most jobs
 * wait, and walks over all that have ended. Of two claims at once the
 * second passes over what the first has locked; where that leaves more, the first rings for others. A claim
 * that is lost with the database's last moments does no harm, the job simply waits again: so no flush is
 * waited for.
 */
const CLAIM = `
  WITH RECURSIVE organizations AS (
    (SELECT organization_id FROM jobs WHERE status = 'accepted' AND type = $1
     ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.organization_id FROM jobs next
            WHERE next.status = 'accepted' AND next.type = $1
              AND next.organization_id > organizations.organization_id
            ORDER BY next.organization_id LIMIT 1)
    FROM organizations WHERE organizations.organization_id IS NOT NULL
  ), waiting AS (
    SELECT first.id, organizations.organization_id, turn.served_at,
      row_number() OVER (PARTITION BY organizations.organization_id ORDER BY first.id) AS round
    FROM organizations
    LEFT JOIN job_turns turn ON turn.type = $1 AND turn.organization_id = organizations.organization_id
    CROSS JOIN LATERAL (
      SELECT id FROM jobs
      WHERE status = 'accepted'
        AND (type, organization_id, id) >= ($1, organizations.organization_id, '${FIRST_ID}'::uuid)
        AND (type, organization_id, id) <= ($1, organizations.organization_id, '${LAST_ID}'::uuid)
        AND available_at <= now() AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY type, organization_id, id LIMIT $2::int
    ) first
    WHERE organizations.organization_id IS NOT NULL
  ), chosen AS (
    SELECT id, organization_id, row_number() OVER turns AS place FROM waiting
    WINDOW turns AS (ORDER BY round, served_at NULLS FIRST, organization_id)
    ORDER BY place LIMIT $2::int
  ), served AS (
    INSERT INTO job_turns (type, organization_id, served_at)
    SELECT $1, organization_id, clock_timestamp() + max(place) * interval '1 microsecond'
    FROM chosen GROUP BY organization_id ORDER BY organization_id
    ON CONFLICT ON CONSTRAINT job_turns_pkey DO UPDATE SET served_at = excluded.served_at
  ), locked AS (
    SELECT id FROM jobs
    WHERE id IN (SELECT id FROM chosen) AND status = 'accepted'
      AND (lease_until IS NULL OR lease_until <= now())
    FOR UPDATE SKIP LOCKED
  ), light AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  )
  UPDATE jobs SET lease_owner = $3, lease_until = now() + make_interval(secs => $4),
    attempts = jobs.attempts + 1
  FROM locked LEFT JOIN data_keys ON data_keys.subject_id = locked.id CROSS JOIN light WHERE jobs.id = locked.id
  RETURNING jobs.id, jobs.organization_id, jobs.user_id, jobs.request_id, jobs.attempts, jobs.input,
    jobs.webhook_url, data_keys.key_id, data_keys.wrapped`;
