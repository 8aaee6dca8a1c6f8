import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LessThan, MoreThan, type DataSource } from 'typeorm';
import { ALL_OWNERS, AppError, isId, type Owner, type Transaction } from '@app/common';
import type { DataKey } from '@app/crypto';
import { DataKeys, type KeyColumns } from '@app/data-keys';
import { AdvisoryLock, inScope, managerOf, runOnce, statement, tryLock } from '@app/database';
import { JOB_TYPES, JobRow, type JobType } from './jobs.entities';

export interface Backlog {
  type: JobType;
  /** Accepted and not running. */
  waiting: number;
  /** Seconds since the oldest of them was accepted; 0 where there is none. */
  oldestS: number;
}

export interface OrganizationBacklog extends Backlog {
  running: number;
}

/** A job that has ended, and when, as PostgreSQL writes it: a Date would lose microseconds. */
export interface EndedRow {
  id: string;
  at: string;
}

/** Jobs as their owners, the operator, the metrics and retention read them. What changes them is `JobsStore`. */
@Injectable()
export class JobsReadStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
  ) {}

  /** @throws AppError `not_found`, alike for a malformed id, an unknown one and somebody else's */
  async own(id: string, { organizationId, userId }: Owner): Promise<JobRow> {
    const where = { id, organizationId, userId };
    return found(
      isId(id) && (await inScope(this.db, { organizationId, userId }, (tx) => tx.findOneBy(JobRow, where))),
    );
  }

  /** The same, with the columns of its data key, holding the row until the transaction ends. */
  async lockOwn(
    transaction: Transaction,
    id: string,
    { organizationId, userId }: Owner,
  ): Promise<{ job: JobRow; key: KeyColumns }> {
    const tx = managerOf(transaction);
    const where = { id, organizationId, userId };
    const job = found(isId(id) && (await tx.findOne(JobRow, { where, lock: { mode: 'pessimistic_write' } })));
    const [key] = await tx.query<[KeyColumns]>(`SELECT ${this.keys.columnsOf('$1::uuid')}`, [id]);
    return { job, key };
  }

  /** A person's jobs, oldest first, from after one of them. */
  page(
    { userId, organizationId }: Owner,
    { after, take }: { after?: string; take: number },
  ): Promise<JobRow[]> {
    const where = { userId, organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return inScope(this.db, { userId, organizationId }, (tx) =>
      tx.find(JobRow, { where, order: { id: 'ASC' }, take }),
    );
  }

  /** Of everybody in an organization, the newest first, from before one of them. */
  ofOrganization(
    organizationId: string,
    { before, take }: { before?: string; take: number },
  ): Promise<JobRow[]> {
    const where = { organizationId, ...(before !== undefined && { id: LessThan(before) }) };
    return inScope(this.db, ALL_OWNERS, (tx) => tx.find(JobRow, { where, order: { id: 'DESC' }, take }));
  }

  /** @throws AppError `not_found` */
  async oneOfOrganization(id: string, organizationId: string): Promise<JobRow> {
    const find = () => inScope(this.db, ALL_OWNERS, (tx) => tx.findOneBy(JobRow, { id, organizationId }));
    return found(isId(id) && (await find()));
  }

  /** For the operator. @throws AppError `not_found` */
  async anybodys(id: string): Promise<JobRow> {
    return found(isId(id) && (await inScope(this.db, ALL_OWNERS, (tx) => tx.findOneBy(JobRow, { id }))));
  }

  /** A job's data key; undefined where it is gone. */
  async keyOf(id: string): Promise<DataKey | undefined> {
    return (await this.keys.loadAll(this.db.manager, [id])).get(id);
  }

  /** @returns whether this process sweeps; no other does until the transaction ends */
  lockSweep(transaction: Transaction): Promise<boolean> {
    return tryLock(transaction, AdvisoryLock.jobSweep);
  }

  /** The types of which a job can be claimed now. */
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

  /** Of one organization, whoever's, with what runs: types of which there is none lack. */
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

  /** Jobs that ended at least `ageMs` ago, in the order in which they did, from after one of them. */
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

function found(job: JobRow | null | false): JobRow {
  if (!job) throw new AppError('not_found', 'There is no such job');
  return job;
}
