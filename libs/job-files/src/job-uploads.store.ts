import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ALL_OWNERS, type Transaction } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { managerOf, runOnce, statement } from '@app/database';

/** Stores the rows of uploads: leased by the receiving process while they arrive, then until their job ends. */
@Injectable()
export class JobUploadsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
  ) {}

  /**
   * Inserts an upload that starts to arrive.
   *
   * @returns whether its `Idempotency-Key` was free. Rows of the previous version have no lease: their keys stay
   * reserved for an hour, and their rows for a day.
   */
  async begin(transaction: Transaction, jobId: string, arrivingKey: string | null): Promise<boolean> {
    const tx = managerOf(transaction);
    await tx.query(
      `UPDATE job_audio SET arriving_key = NULL
       WHERE arriving_key = $1 AND coalesce(arriving_until, created_at + interval '1 hour') <= now()`,
      [arrivingKey],
    );
    const made = await tx.query<unknown[]>(
      `INSERT INTO job_audio (job_id, arriving_key, arriving_until)
       VALUES ($1, $2, now() + make_interval(secs => $3))
       ON CONFLICT ON CONSTRAINT job_audio_arriving_key DO NOTHING RETURNING job_id`,
      [jobId, arrivingKey, this.config.leaseMs / 1000],
    );
    return made.length > 0;
  }

  /**
   * Renews leases.
   *
   * @returns the ids of uploads that are still arriving
   */
  async renew(jobIds: readonly string[]): Promise<string[]> {
    const [rows] = await this.db.query<[{ job_id: string }[], number]>(
      `UPDATE job_audio SET arriving_until = now() + make_interval(secs => $2)
       WHERE job_id = ANY($1::uuid[]) AND arriving_until IS NOT NULL RETURNING job_id`,
      [jobIds, this.config.leaseMs / 1000],
    );
    return rows.map(({ job_id: id }) => id);
  }

  /**
   * Assigns a complete upload to its job.
   *
   * @returns whether its row still existed
   */
  async claim(transaction: Transaction, jobId: string): Promise<boolean> {
    const [, claimed] = await managerOf(transaction).query<[unknown[], number]>(
      `UPDATE job_audio SET arriving_key = NULL, arriving_until = NULL
       WHERE job_id = $1 AND arriving_until IS NOT NULL`,
      [jobId],
    );
    return claimed > 0;
  }

  /**
   * Deletes an upload that will not become a job.
   *
   * @returns the deleted ids
   */
  deleteArriving(transaction: Transaction, jobId: string): Promise<string[]> {
    return this.deleteUnclaimed(transaction, 'job_id = $1 AND arriving_until IS NOT NULL', [jobId]);
  }

  /**
   * Deletes abandoned uploads, and those of erased users that a crash left.
   *
   * @returns the ids
   */
  deleteLapsed(transaction: Transaction): Promise<string[]> {
    const lapsed = `coalesce(arriving_until, created_at + interval '24 hours') <= now()`;
    return this.deleteUnclaimed(transaction, lapsed, []);
  }

  async delete(jobId: string): Promise<void> {
    await this.db.query('DELETE FROM job_audio WHERE job_id = $1', [jobId]);
  }

  /** Returns finished jobs that still have a row, because of a crash. */
  async ofEndedJobs(take: number): Promise<string[]> {
    const ended = statement(
      `SELECT upload.job_id FROM job_audio upload JOIN jobs ON jobs.id = upload.job_id
       WHERE jobs.status <> 'accepted' ORDER BY upload.created_at LIMIT $1`,
      [take],
    );
    const { rows } = await runOnce<{ job_id: string }>(this.db, ended, ALL_OWNERS);
    return rows.map(({ job_id: id }) => id);
  }

  /** Also checks for jobs, because the previous version accepts jobs without updating this table. */
  private async deleteUnclaimed(
    transaction: Transaction,
    which: string,
    values: readonly unknown[],
  ): Promise<string[]> {
    const [rows] = await managerOf(transaction).query<[{ job_id: string }[], number]>(
      `DELETE FROM job_audio WHERE ${which} AND NOT EXISTS (SELECT FROM jobs WHERE jobs.id = job_id)
       RETURNING job_id`,
      [...values],
    );
    return rows.map(({ job_id: id }) => id);
  }
}
