import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, newId, type JobErrorCode, type Owner, type Transaction } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { managerOf, runOnce, statement, valueRows } from '@app/database';
import { JobRow, type JobType } from './jobs.entities';

/** A job to be accepted: its row, and its data key's row where that is new. */
export interface NewJobRow {
  id: string;
  type: JobType;
  organizationId: string;
  userId: string;
  requestId: string;
  input: Buffer;
  webhookUrl: Buffer;
  policyVersion: number | null;
  /** Of the request that makes it; absent where that is not traced. */
  traceparent?: string | undefined;
  key?: { keyId: string; wrapped: Buffer };
}

/** A job that this process was just given, as it lies in its row. */
export interface ClaimedJobRow {
  id: string;
  organization_id: string;
  user_id: string;
  request_id: string;
  /** Runs that began, this one included. */
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
  /** A text of ours; null if it is completed, and so is the code. */
  error: string | null;
  errorCode: JobErrorCode | null;
}

/**
 * A job's row, from its acceptance to its end. Accepted rows wait; a claim leases one to a process, which renews the
 * lease, and ends the job, or lets go of it for another try. Reading and removing is `JobsReadStore`.
 */
@Injectable()
export class JobsStore {
  /** This process, in leases. */
  private readonly owner = newId();

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
  ) {}

  /**
   * Jobs and keys in one statement. Ids are new: what is there already is from a try whose answer was lost.
   *
   * @param transaction not given: a statement of its own, for jobs of several owners
   */
  async accept(jobs: readonly NewJobRow[], transaction?: Transaction): Promise<void> {
    const rows = valueRows(
      jobs.map((job) => [
        job.id,
        job.type,
        job.organizationId,
        job.userId,
        job.requestId,
        job.input,
        job.webhookUrl,
        job.policyVersion,
        job.traceparent ?? null,
      ]),
    );
    const keys = jobs.flatMap(({ id, key }) => (key ? [{ id, ...key }] : []));
    const next = rows.values.length;
    const accepted = statement(
      `WITH made AS (
         INSERT INTO data_keys (subject_id, key_id, wrapped)
         SELECT * FROM unnest($${next + 1}::uuid[], $${next + 2}::text[], $${next + 3}::bytea[])
         ON CONFLICT DO NOTHING
       )
       INSERT INTO jobs (id, type, organization_id, user_id, request_id, input, webhook_url, policy_version,
         traceparent)
       VALUES ${rows.places} ON CONFLICT DO NOTHING`,
      [
        ...rows.values,
        keys.map(({ id }) => id),
        keys.map(({ keyId }) => keyId),
        keys.map(({ wrapped }) => wrapped),
      ],
    );
    if (transaction) await managerOf(transaction).query(accepted.text, [...accepted.values]);
    else await runOnce(this.db, accepted, ALL_OWNERS);
  }

  /**
   * Leases waiting jobs to this process, and counts the attempt. Among the organizations that have some, the one whose
   * last turn lies furthest back is next, and gives its oldest job. So another's ten thousand jobs delay a single one by
   * one turn.
   */
  async claim(type: JobType, free: number): Promise<ClaimedJobRow[]> {
    const values = [type, free, this.owner, this.config.leaseMs / 1000];
    return (await this.run<ClaimedJobRow>(CLAIM, values)).rows;
  }

  /** Makes these leases last from now. @returns the ids of those that this process still has */
  async renew(ids: readonly string[]): Promise<string[]> {
    const { rows } = await this.run<{ id: string }>(
      `${HELD} UPDATE jobs SET lease_until = now() + make_interval(secs => $3)
       FROM held WHERE jobs.id = held.id RETURNING jobs.id`,
      [ids, this.owner, this.config.leaseMs / 1000],
    );
    return rows.map(({ id }) => id);
  }

  /** Writes down how much of a job is done, in per cent. */
  async progress(id: string, percent: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET progress = greatest(progress, $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, percent],
    );
  }

  /** Lets go of a job that cannot be read, uncounted: it waits for `afterS` seconds, until its key may be back. */
  async setAside(id: string, afterS: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0),
         available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, afterS],
    );
  }

  /** Lets go of jobs that run here, uncounted, for another process to begin anew. @returns how many there were */
  async giveBack(ids: readonly string[]): Promise<number> {
    const { count } = await this.run(
      `${HELD} UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0)
       FROM held WHERE jobs.id = held.id`,
      [ids, this.owner],
    );
    return count;
  }

  /** Lets go of a job whose run failed: the next one begins in `afterS` seconds at the earliest. */
  async retryLater(id: string, afterS: number): Promise<void> {
    await this.run(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [id, this.owner, afterS],
    );
  }

  /**
   * Ends jobs; what they worked on goes with it.
   *
   * @param whose `leased`: only those that this process still has; `locked`: the caller has locked them
   * @returns the ids of those that had not ended before
   */
  async end(
    transaction: Transaction,
    jobs: readonly EndingRow[],
    whose: 'leased' | 'locked',
  ): Promise<Set<string>> {
    const [rows] = await managerOf(transaction).query<[{ id: string }[], number]>(END, [
      jobs.map(({ id }) => id),
      jobs.map(({ status }) => status),
      jobs.map(({ error }) => error),
      jobs.map(({ errorCode }) => errorCode),
      whose === 'leased' ? this.owner : null,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Erases a job of a person, whether it has ended or not. @returns whether it was still there */
  async erase(transaction: Transaction, { userId, organizationId }: Owner, id: string): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(JobRow, { id, userId, organizationId });
    return affected === 1;
  }

  /** Removes jobs that were kept for long enough. */
  async expire(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await managerOf(transaction).query('DELETE FROM jobs WHERE id = ANY($1::uuid[])', [ids]);
  }

  /** Jobs are leased whosever they are. */
  private run<T extends object>(
    text: string,
    values: readonly unknown[],
  ): Promise<{ rows: T[]; count: number }> {
    return runOnce(this.db, statement(text, values), ALL_OWNERS);
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * $1 type, $2 free slots, $3 owner, $4 lease in seconds. Organizations are found by hopping through the
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
    SELECT id, organization_id, row_number() OVER turns AS nth FROM waiting
    WINDOW turns AS (ORDER BY round, served_at NULLS FIRST, organization_id)
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
  FROM locked LEFT JOIN data_keys ON data_keys.subject_id = locked.id CROSS JOIN light WHERE jobs.id = locked.id
  RETURNING jobs.id, jobs.organization_id, jobs.user_id, jobs.request_id, jobs.attempts, jobs.input,
    jobs.webhook_url, jobs.policy_version, jobs.traceparent,
    extract(epoch FROM now() - jobs.created_at)::float8 AS age_s, data_keys.key_id, data_keys.wrapped`;

/** $1 ids, $2 owner. Locked in the order in which jobs end, so that the two never block each other. */
const HELD = `
  WITH held AS MATERIALIZED (
    SELECT id FROM jobs WHERE id = ANY($1::uuid[]) AND lease_owner = $2 AND status = 'accepted'
    ORDER BY id FOR UPDATE
  )`;

/** $1 ids, $2 statuses, $3 errors, $4 their codes, $5 owner. Locked in one order everywhere: two that overlap wait, and do not block each other. */
const END = `
  WITH ending AS (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS ending (id, status, error, error_code)
  ), held AS MATERIALIZED (
    SELECT id FROM jobs
    WHERE id = ANY($1::uuid[]) AND status = 'accepted' AND ($5::uuid IS NULL OR lease_owner = $5)
    ORDER BY id FOR UPDATE
  )
  UPDATE jobs SET status = ending.status, error = ending.error, error_code = ending.error_code,
    progress = CASE ending.status WHEN 'completed' THEN 100 ELSE progress END,
    input = NULL, webhook_url = NULL, lease_owner = NULL, lease_until = NULL, finished_at = now()
  FROM ending JOIN held USING (id) WHERE jobs.id = held.id RETURNING jobs.id`;
