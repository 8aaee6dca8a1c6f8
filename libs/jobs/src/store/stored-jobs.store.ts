import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, MoreThan, type DataSource } from 'typeorm';
import { ALL_OWNERS, AppError, isId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { AdvisoryLock, inScope, managerOf, runOnce, statement, tryLock } from '@app/database';
import { jobBinding, JOB_TYPES, JobRow, type JobStatus, type JobType, openInput } from './jobs.entities';

/** A stored job; its texts are sealed. */
export type StoredJob = Readonly<JobRow>;

/** A job that this transaction has locked, with the columns of its data key. */
export interface LockedJob {
  job: StoredJob;
  key: KeyColumns;
}

/** What restores the values of a job's result. */
export interface IssuedValues {
  status: JobStatus;
  /** Whether the job has them, or had them until its result was deleted. */
  isRestorable: boolean;
  /** Absent before the job ends, and after its result was deleted. */
  issued?: string;
}

export interface Backlog {
  type: JobType;
  /** The number of accepted jobs that are not running. */
  waiting: number;
  /** Seconds since the oldest of them was accepted; 0 if there is none. */
  oldestS: number;
}

export interface OrganizationBacklog extends Backlog {
  running: number;
}

/** A finished job and its end time in PostgreSQL's format, because a Date would lose microseconds. */
export interface EndedRow {
  id: string;
  at: string;
}

/** The state of a job as an operator sees it. */
export type JobState = 'waiting' | 'running' | 'completed' | 'failed';

/** The SQL of a job's {@link JobState}. */
const STATE = `CASE WHEN status <> 'accepted' THEN status WHEN lease_until > now() THEN 'running' ELSE 'waiting' END`;

export interface JobFilter {
  /** If absent, jobs of all states. */
  state?: JobState | undefined;
  oldest: boolean;
  take: number;
}

/** A job as an operator sees it in a list. */
export interface ListedJob {
  job_id: string;
  type: JobType;
  state: JobState;
  attempts: number;
  error_code: string | null;
  organization_id: string;
  created_at: Date;
  finished_at: Date | null;
}

/** Reads and deletes stored jobs: for their owners, the operator, the metrics and retention. `JobsStore` runs them. */
@Injectable()
export class StoredJobs {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @throws AppError `not_found` for a malformed id, an unknown id and another user's job alike */
  async own(id: string, { organizationId, userId }: Owner): Promise<StoredJob> {
    const where = { id, organizationId, userId };
    return found(
      isId(id) && (await inScope(this.db, { organizationId, userId }, (tx) => tx.findOneBy(JobRow, where))),
    );
  }

  /** Returns a user's job with the columns of its data key, and locks the row until the transaction ends. */
  async lockOwn(transaction: Transaction, id: string, { organizationId, userId }: Owner): Promise<LockedJob> {
    const tx = managerOf(transaction);
    const where = { id, organizationId, userId };
    const job = found(isId(id) && (await tx.findOne(JobRow, { where, lock: { mode: 'pessimistic_write' } })));
    const [key] = await tx.query<[KeyColumns]>(`SELECT ${this.keys.columnsOf('$1::uuid')}`, [id]);
    return { job, key };
  }

  /** Returns a user's jobs, oldest first, after the given one. */
  page(
    { userId, organizationId }: Owner,
    { after, take }: { after?: string; take: number },
  ): Promise<StoredJob[]> {
    const where = { userId, organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, { userId, organizationId }, (tx) =>
      tx.find(JobRow, { where, order: { id: 'ASC' }, take }),
    );
  }

  /** Returns the jobs of all users of an organization, newest first, before the given one. */
  ofOrganization(
    organizationId: string,
    { before, take }: { before?: string; take: number },
  ): Promise<StoredJob[]> {
    const where = { organizationId, ...(before !== undefined && { id: LessThan(before) }) };
    return inScope(this.db, ALL_OWNERS, (tx) => tx.find(JobRow, { where, order: { id: 'DESC' }, take }));
  }

  /** @throws AppError `not_found` */
  async oneOfOrganization(id: string, organizationId: string): Promise<StoredJob> {
    const find = () => inScope(this.db, ALL_OWNERS, (tx) => tx.findOneBy(JobRow, { id, organizationId }));
    return found(isId(id) && (await find()));
  }

  /**
   * Returns any job, for the operator.
   *
   * @throws AppError `not_found`
   */
  async ofAnyOwner(id: string): Promise<StoredJob> {
    return found(isId(id) && (await inScope(this.db, ALL_OWNERS, (tx) => tx.findOneBy(JobRow, { id }))));
  }

  /** Returns jobs of all owners for the operator, the newest or the oldest first, without contents. */
  async listed({ state, oldest, take }: JobFilter): Promise<ListedJob[]> {
    const list = statement(
      `SELECT id AS job_id, type, ${STATE} AS state, attempts, error_code, organization_id, created_at, finished_at
       FROM jobs WHERE $1::text IS NULL OR ${STATE} = $1 ORDER BY id ${oldest ? 'ASC' : 'DESC'} LIMIT $2`,
      [state ?? null, take],
    );
    return (await runOnce<ListedJob>(this.db, list, ALL_OWNERS)).rows;
  }

  /** @throws AppError `not_found` if it is no job of the user */
  async ownIssued(id: string, { organizationId, userId }: Owner): Promise<IssuedValues> {
    const [row] = isId(id)
      ? await inScope(this.db, { organizationId, userId }, (tx) =>
          tx.query<(KeyColumns & { status: JobRow['status']; issued_table: Buffer | null })[]>(
            `SELECT status, issued_table, ${this.keys.columnsOf('jobs.id')} FROM jobs
             WHERE id = $1 AND organization_id = $2 AND user_id = $3`,
            [id, organizationId, userId],
          ),
        )
      : [];
    const { status, issued_table: sealed, ...columns } = found(row);
    const key = this.keys.read(id, columns);
    const issued = sealed && key?.openText(sealed, jobBinding.issuedTable(id));
    return { status, isRestorable: sealed !== null, ...(typeof issued === 'string' && { issued }) };
  }

  /**
   * Returns what a job notes of the file of its result, with its data key; undefined if it has none or was deleted. The owner is
   * not checked: a signed link is the authorization.
   */
  async resultFile(id: string): Promise<{ note: unknown; key: DataKey } | undefined> {
    const file = statement(
      `SELECT result_file AS sealed, ${this.keys.columnsOf('jobs.id')} FROM jobs WHERE id = $1`,
      [id],
    );
    const { rows } = await runOnce<KeyColumns & { sealed: Buffer | null }>(this.db, file, ALL_OWNERS);
    const [row] = rows;
    const key = row && this.keys.read(id, row);
    if (!row?.sealed || !key) return undefined;
    return { note: JSON.parse(key.openText(row.sealed, jobBinding.resultFile(id))) as unknown, key };
  }

  /** Returns the input of an unfinished job, with its data key; undefined if the key was deleted. */
  async inputOf({ id, input }: StoredJob): Promise<{ input: unknown; key: DataKey } | undefined> {
    const key = (await this.keys.loadAll(this.db.manager, [id])).get(id);
    return key && input ? { input: openInput(key, input), key } : undefined;
  }

  /** @returns whether this process may sweep; other processes may not until the transaction ends */
  lockSweep(transaction: Transaction): Promise<boolean> {
    return tryLock(transaction, AdvisoryLock.jobSweep);
  }

  /** Returns the types with a job that can be claimed now. */
  async claimable(): Promise<JobType[]> {
    const claimable = statement(
      `SELECT types.type FROM unnest($1::text[]) AS types (type)
       CROSS JOIN LATERAL (
         SELECT FROM jobs WHERE status = 'accepted' AND type = types.type AND available_at <= now()
           AND (lease_until IS NULL OR lease_until <= now()) LIMIT 1
       ) first`,
      [JOB_TYPES],
    );
    const { rows } = await runOnce<{ type: JobType }>(this.db, claimable, ALL_OWNERS);
    return rows.map(({ type }) => type);
  }

  async backlog(): Promise<Backlog[]> {
    const waiting = statement(
      `SELECT type, count(*)::int AS waiting,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestS"
       FROM jobs WHERE status = 'accepted' AND (lease_until IS NULL OR lease_until <= now()) GROUP BY type`,
      [],
    );
    return (await runOnce<Backlog>(this.db, waiting, ALL_OWNERS)).rows;
  }

  /** Counts the jobs of all owners that run. */
  async countRunning(): Promise<number> {
    const running = statement(
      `SELECT count(*)::int AS count FROM jobs WHERE status = 'accepted' AND lease_until > now()`,
      [],
    );
    const { rows } = await runOnce<{ count: number }>(this.db, running, ALL_OWNERS);
    return rows[0]!.count;
  }

  /** Counts an organization's unfinished jobs by type. Types without jobs are omitted. */
  async backlogOf(organizationId: string): Promise<OrganizationBacklog[]> {
    const accepted = statement(
      `SELECT type, count(*) FILTER (WHERE NOT running)::int AS waiting, count(*) FILTER (WHERE running)::int AS running,
         coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE NOT running)), 0)::float8 AS "oldestS"
       FROM (SELECT type, created_at, coalesce(lease_until > now(), false) AS running FROM jobs
             WHERE status = 'accepted' AND organization_id = $1) AS accepted
       GROUP BY type`,
      [organizationId],
    );
    return (await runOnce<OrganizationBacklog>(this.db, accepted, ALL_OWNERS)).rows;
  }

  /**
   * Erases a user's job, whether it has ended or not.
   *
   * @returns whether it still existed
   */
  async erase(transaction: Transaction, { userId, organizationId }: Owner, id: string): Promise<boolean> {
    const { affected } = await managerOf(transaction).delete(JobRow, { id, userId, organizationId });
    return affected === 1;
  }

  /** Deletes jobs after their retention. */
  async expire(transaction: Transaction, ids: readonly string[]): Promise<void> {
    await managerOf(transaction).query('DELETE FROM jobs WHERE id = ANY($1::uuid[])', [ids]);
  }

  /** Returns jobs that ended at least `ageMs` ago, in the order of their ends, after the given one. */
  ended(
    transaction: Transaction,
    { ageMs, after, take }: { ageMs: number; after?: EndedRow; take: number },
  ): Promise<EndedRow[]> {
    return managerOf(transaction).query(
      `SELECT id, finished_at::text AS at FROM jobs
       WHERE finished_at <= now() - make_interval(secs => $1)
         AND (finished_at, id) > ($2::timestamptz, $3::uuid)
       ORDER BY finished_at, id LIMIT $4`,
      [ageMs / 1000, after?.at ?? '-infinity', after?.id ?? NIL, take],
    );
  }
}

const NIL = '00000000-0000-0000-0000-000000000000';

function found<T extends object>(job: T | null | undefined | false): T {
  if (!job) throw new AppError('not_found', 'There is no such job');
  return job;
}
