import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Log } from '@app/observability';
import { ClaimJobs } from './claim-jobs';

/** Often enough for somebody who watches, seldom enough for the database. */
const INTERVAL_MS = 1_000;

/** Writes down how far this process's jobs are, for `GET job/{job_id}`. */
@Injectable()
export class Progress {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly claims: ClaimJobs,
    private readonly log: Log,
  ) {}

  /** @returns to be told how much is done, 0..1; between two writes it may be told as often as one likes */
  of(jobId: string): (done: number) => void {
    let writtenAt = Number.NEGATIVE_INFINITY;
    let written = 0;
    return (done) => {
      const percent = Math.floor(done * 100);
      if (percent <= written || performance.now() - writtenAt < INTERVAL_MS) return;
      [written, writtenAt] = [percent, performance.now()];
      // It is only a hint: a failure to write it must not fail the job.
      this.write(jobId, percent).catch((error: unknown) => this.log.error('job.progress', error));
    };
  }

  private async write(jobId: string, percent: number): Promise<void> {
    await this.db.query(
      `UPDATE jobs SET progress = greatest(progress, $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [jobId, this.claims.owner, percent],
    );
  }
}
