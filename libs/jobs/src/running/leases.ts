import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { jobsConfig, type JobsConfig } from '@app/config';
import { Log } from '@app/observability';
import { Broadcast } from '@app/queue';
import type { JobType } from '../rows/job-type';
import { ClaimJobs } from './claim-jobs';

/** Said by whoever takes a running job from its worker, with the job's id. */
export const JOB_TAKEN = 'job-taken';

/** A lease is renewed this often in its length. */
const BEATS = 4;

interface Held {
  abort: AbortController;
  /** By the clock that only goes forward: a wall clock may be moved. */
  renewedAt: number;
}

/**
 * Keeps the leases of this process's jobs alive. A job whose lease is gone (cancelled, or taken over after
 * this process was frozen) is aborted here, so that it does not run twice at once.
 */
@Injectable()
export class Leases {
  private readonly held = new Map<string, Held>();
  private timer: NodeJS.Timeout | undefined;
  private listening = false;

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly claims: ClaimJobs,
    private readonly broadcast: Broadcast,
    private readonly log: Log,
  ) {}

  /** Runs `work` under the lease of a job that was just claimed. */
  async keep<T>(jobId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.listen();
    const abort = new AbortController();
    this.held.set(jobId, { abort, renewedAt: performance.now() });
    this.timer ??= setInterval(() => void this.beat(), this.config.leaseMs / BEATS);
    try {
      return await work(abort.signal);
    } finally {
      this.held.delete(jobId);
      if (this.held.size === 0) {
        clearInterval(this.timer);
        this.timer = undefined;
      }
    }
  }

  /**
   * Gives the jobs that run here back, uncounted, for another process to begin anew: this one stops.
   *
   * @returns those that were given back
   */
  async giveBack(): Promise<{ id: string; type: JobType }[]> {
    const ids = [...this.held.keys()];
    if (ids.length === 0) return [];
    for (const { abort } of this.held.values()) abort.abort();
    const [rows] = await this.db.query<[{ id: string; type: JobType }[], number]>(
      `${HELD} UPDATE jobs SET lease_owner = NULL, lease_until = NULL, attempts = greatest(attempts - 1, 0)
       FROM held WHERE jobs.id = held.id RETURNING jobs.id, jobs.type`,
      [ids, this.claims.owner],
    );
    return rows;
  }

  /** What is said is only a hint to look now: the rows decide. */
  private listen(): void {
    if (this.listening) return;
    this.listening = true;
    this.broadcast.hear(JOB_TAKEN, (jobId) => {
      if (this.held.has(jobId)) void this.beat();
    });
  }

  private async beat(): Promise<void> {
    const ids = [...this.held.keys()];
    const sentAt = performance.now();
    try {
      const [rows] = await this.db.query<[{ id: string }[], number]>(
        `${HELD} UPDATE jobs SET lease_until = now() + make_interval(secs => $3)
         FROM held WHERE jobs.id = held.id RETURNING jobs.id`,
        [ids, this.claims.owner, this.config.leaseMs / 1000],
      );
      const renewed = new Set(rows.map(({ id }) => id));
      for (const id of ids) {
        const held = this.held.get(id);
        if (renewed.has(id) && held) held.renewedAt = sentAt;
        else held?.abort.abort();
      }
    } catch (error) {
      this.log.error('job.lease', error);
    }
    this.abortExpired();
  }

  /** While PostgreSQL is away nobody else can claim; once it is back, somebody may before the next beat. */
  private abortExpired(): void {
    const now = performance.now();
    for (const { abort, renewedAt } of this.held.values())
      if (now - renewedAt > this.config.leaseMs) abort.abort();
  }
}

/** $1 ids, $2 owner. Locked in the order in which jobs end, so that the two never block each other. */
const HELD = `
  WITH held AS MATERIALIZED (
    SELECT id FROM jobs WHERE id = ANY($1::uuid[]) AND lease_owner = $2 AND status = 'accepted'
    ORDER BY id FOR UPDATE
  )`;
