import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type JobErrorCode, type Transaction } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { joinKey, storingKeys } from '@app/data-keys';
import { managerOf, runIn, runOnce, runTogether, statement, type Statement } from '@app/database';
import type { JobType } from './jobs.entities';

/** The row of a new job, and the row of its data key if that is new. */
export interface NewJobRow {
  id: string;
  type: JobType;
  organizationId: string;
  userId: string;
  requestId: string;
  input: Buffer;
  webhookUrl: Buffer;
  policyVersion: number | null;
  /** The trace context of its request; absent if it is not traced. */
  traceparent?: string | undefined;
  key?: { keyId: string; wrapped: Buffer };
}

/** The row of a job that this process has just claimed. */
export interface ClaimedJobRow {
  id: string;
  organization_id: string;
  user_id: string;
  request_id: string;
  /** The number of started runs, including this one. */
  attempts: number;
  input: Buffer;
  webhook_url: Buffer;
  policy_version: number | null;
  traceparent: string | null;
  /** Seconds since its acceptance. */
  age_s: number;
  key_id: string | null;
  wrapped: Buffer | null;
}

/** How a job ends. */
export interface EndingRow {
  id: string;
  status: 'completed' | 'failed';
  /** A fixed message; null if the job is completed, like the code. */
  error: string | null;
  errorCode: JobErrorCode | null;
  /** What restores the values of the result, sealed; null for other jobs. */
  issuedTable: Buffer | null;
  /** Its file, sealed; null for other jobs. */
  resultFile: Buffer | null;
}

/**
 * Writes a job's row from its acceptance to its end. Accepted rows wait. A claim leases a row to a process, which
 * renews the lease, and then ends the job or releases it for a retry. `StoredJobs` reads and deletes rows.
 */
@Injectable()
export class JobsStore {
  /** Identifies this process in leases. */
  private readonly owner = newId();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
  ) {}

  /**
   * Inserts jobs and keys together. Ids are new, so an existing row is from an attempt with a lost response.
   *
   * @param transaction if absent, a new one for jobs of several owners
   */
  async accept(jobs: readonly NewJobRow[], transaction?: Transaction): Promise<void> {
    const keys = jobs.flatMap(({ id, key }) => (key ? [{ subjectId: id, ...key }] : []));
    const statements = [...jobs.map(inserting), storingKeys(keys)];
    if (transaction) await runIn(managerOf(transaction), statements);
    else await runTogether(this.db, [{ scope: ALL_OWNERS, statements }]);
  }

  /**
   * Leases waiting jobs to this process and counts the attempt. Round robin: the organization with the oldest last
   * claim is next, with its oldest job. One job of an organization waits at most one turn, even if another organization
   * has ten thousand jobs.
   */
  async claim(type: JobType, free: number): Promise<ClaimedJobRow[]> {
    const values = [type, free, this.owner, this.config.leaseMs / 1000];
    return (await this.run<ClaimedJobRow>(CLAIM, values)).rows;
  }

  /**
   * Renews leases.
   *
   * @returns the ids that this process still leases
   */
  async renew(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.run<{ id: string }>(
      `${HELD} UPDATE jobs SET lease_until = now() + make_interval(secs => $3)
       FROM held WHERE jobs.id = held.id RETURNING jobs.id`,
      [ids, this.owner, this.config.leaseMs / 1000],
    );
    return rows.map(({ id }) => id);
  }

  /** Stores the progress of a job, in percent. */
  async progress(id: string, percent: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET progress = greatest(progress, $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, percent],
    );
  }

  /** Sets aside a job that cannot be decrypted, without counting an attempt. It waits for `afterS` seconds. */
  async setAside(id: string, afterS: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0),
         available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, afterS],
    );
  }

  /**
   * Releases running jobs, without counting an attempt, so that another process restarts them.
   *
   * @returns the number of jobs
   */
  async release(ids: readonly string[]): Promise<number> {
    const { count } = await this.run(
      `${HELD} UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0)
       FROM held WHERE jobs.id = held.id`,
      [ids, this.owner],
    );
    return count;
  }

  /** Releases a job after a failed run. The next run starts after `afterS` seconds at the earliest. */
  async retryLater(id: string, afterS: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, afterS],
    );
  }

  /**
   * Ends jobs and deletes their inputs.
   *
   * @param selection `leased`: only jobs that this process still leases; `locked`: the caller has locked them
   * @returns the ids of those that had not ended before
   */
  async end(
    transaction: Transaction,
    jobs: readonly EndingRow[],
    selection: 'leased' | 'locked',
  ): Promise<Set<string>> {
    const [rows] = await managerOf(transaction).query<[{ id: string }[], number]>(END, [
      jobs.map(({ id }) => id),
      jobs.map(({ status }) => status),
      jobs.map(({ error }) => error),
      jobs.map(({ errorCode }) => errorCode),
      jobs.map(({ issuedTable }) => issuedTable),
      jobs.map(({ resultFile }) => resultFile),
      selection === 'leased' ? this.owner : null,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Leases apply to jobs of all owners. */
  private run<T extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<{ rows: T[]; count: number }> {
    return runOnce(this.db, statement(text, values), ALL_OWNERS);
  }
}

const inserting = ({ organizationId, userId, ...job }: NewJobRow): Statement =>
  statement(
    `INSERT INTO jobs (id, type, organization_id, user_id, request_id, input, webhook_url, policy_version,
       traceparent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      job.id,
      job.type,
      organizationId,
      userId,
      job.requestId,
      job.input,
      job.webhookUrl,
      job.policyVersion,
      job.traceparent ?? null,
    ],
  );

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * $1 type, $2 free slots, $3 owner, $4 lease in seconds. The query finds organizations by an index skip scan, so the
 * cost grows with their number and not with the number of waiting jobs. It reads an organization's jobs as a range of
 * that index, in its order: with plain equalities PostgreSQL uses the primary key when most jobs wait, and reads all
 * finished jobs. Of two concurrent claims the second skips the rows that the first has locked; if jobs are left, the
 * first notifies other workers. Losing a claim with the database's last moments is harmless, because the job simply
 * waits again, so the commit does not wait for a flush.
 */
const CLAIM = `
  WITH RECURSIVE owners AS (
    (SELECT organization_id FROM jobs WHERE status = 'accepted' AND type = $1
     ORDER BY organization_id LIMIT 1)
    UNION ALL
    SELECT (SELECT next.organization_id FROM jobs next
            WHERE next.status = 'accepted' AND next.type = $1
              AND next.organization_id > owners.organization_id
            ORDER BY next.organization_id LIMIT 1)
    FROM owners WHERE owners.organization_id IS NOT NULL
  ), waiting AS (
    SELECT first.id, owners.organization_id, turn.served_at,
      row_number() OVER (PARTITION BY owners.organization_id ORDER BY first.id) AS round
    FROM owners
    LEFT JOIN job_turns turn ON turn.type = $1 AND turn.organization_id = owners.organization_id
    CROSS JOIN LATERAL (
      SELECT id FROM jobs
      WHERE status = 'accepted'
        AND (type, organization_id, id) >= ($1, owners.organization_id, '${FIRST_ID}'::uuid)
        AND (type, organization_id, id) <= ($1, owners.organization_id, '${LAST_ID}'::uuid)
        AND available_at <= now() AND (lease_until IS NULL OR lease_until <= now())
      ORDER BY type, organization_id, id LIMIT $2::int
    ) first
    WHERE owners.organization_id IS NOT NULL
  ), chosen AS (
    SELECT id, organization_id, row_number() OVER rounds AS nth FROM waiting
    WINDOW rounds AS (ORDER BY round, served_at NULLS FIRST, organization_id)
    ORDER BY nth LIMIT $2::int
  ), served AS (
    INSERT INTO job_turns (type, organization_id, served_at)
    SELECT $1, organization_id, clock_timestamp() + max(nth) * interval '1 microsecond'
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
  FROM locked ${joinKey('locked.id')} CROSS JOIN light WHERE jobs.id = locked.id
  RETURNING jobs.id, jobs.organization_id, jobs.user_id, jobs.request_id, jobs.attempts, jobs.input,
    jobs.webhook_url, jobs.policy_version, jobs.traceparent,
    extract(epoch FROM now() - jobs.created_at)::float8 AS age_s, key_id, wrapped`;

/** $1 ids, $2 owner. Rows are locked in the order in which jobs end, which prevents deadlocks. */
const HELD = `
  WITH held AS MATERIALIZED (
    SELECT id FROM jobs WHERE id = ANY($1::uuid[]) AND lease_owner = $2 AND status = 'accepted'
    ORDER BY id FOR UPDATE
  )`;

/**
 * $1 ids, $2 statuses, $3 errors, $4 their codes, $5 what restores results, $6 files of results, $7 owner. All statements lock
 * rows in the same order, which prevents deadlocks.
 */
const END = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[])
      AS ending (id, status, error, error_code, issued_table, result_file)
  ), held AS MATERIALIZED (
    SELECT id FROM jobs
    WHERE id = ANY($1::uuid[]) AND status = 'accepted' AND ($7::uuid IS NULL OR lease_owner = $7)
    ORDER BY id FOR UPDATE
  )
  UPDATE jobs SET status = ending.status, error = ending.error, error_code = ending.error_code,
    issued_table = ending.issued_table, result_file = ending.result_file,
    progress = CASE ending.status WHEN 'completed' THEN 100 ELSE progress END,
    input = NULL, webhook_url = NULL, lease_owner = NULL, lease_until = NULL, finished_at = now()
  FROM ending JOIN held USING (id) WHERE jobs.id = held.id RETURNING jobs.id`;
