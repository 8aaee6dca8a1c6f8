import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Batch } from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { Log, Metrics, runInContext } from '@app/observability';
import { Doorbell } from '@app/queue';
import { JobAudio } from '../audio/job-audio';
import { ClaimJobs, type ClaimedJob } from './claim-jobs';
import { EndJob, type EndingJob, type JobOutcome } from './end-job';
import { JobFailure } from './job-failure';
import type { JobRunner } from './job-runner';
import { Leases } from './leases';
import { Progress } from './progress';

/** Between two runs of a job whose runner threw. */
const RETRY_DELAY_S = 5;
const COMMIT_TRIES = 6;
/** Jobs that end in one transaction; those with long results in smaller company. */
const BATCH = 100;
const LONG_RESULT = 4_096;

/** One run of a claimed job, to its end or to its next attempt. */
@Injectable()
export class RunJob {
  private readonly running;
  private readonly finished;
  private readonly ends = new Batch<EndingJob, string | undefined>({
    work: (jobs) => this.endAll(jobs),
    weigh: ({ outcome }) => (isLong(outcome) ? BATCH / 4 : 1),
    room: BATCH,
  });

  constructor(
    @InjectDataSource() private readonly db: DataSource,
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly claims: ClaimJobs,
    private readonly leases: Leases,
    private readonly endJob: EndJob,
    private readonly progress: Progress,
    private readonly audio: JobAudio,
    private readonly doorbell: Doorbell,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.running = metrics.gauge('jobs_running', 'Jobs that this process runs', ['type']);
    this.finished = metrics.counter('jobs_finished_total', 'Jobs ended by this process', ['type', 'outcome']);
  }

  async execute(job: ClaimedJob, runner: JobRunner): Promise<void> {
    const { id, type, requestId, organizationId, userId } = job;
    this.running.inc({ type });
    try {
      await runInContext({ requestId, organizationId, userId, jobId: id }, () =>
        this.leases.keep(id, (signal) => this.run(job, runner, signal)),
      );
    } finally {
      this.running.dec({ type });
    }
  }

  private async run(job: ClaimedJob, runner: JobRunner, signal: AbortSignal): Promise<void> {
    const { maxAttempts } = this.config;
    // The runs before this one left no word: each ended with its process.
    if (job.attempts > maxAttempts)
      return this.end(job, failed(`Processing was interrupted ${maxAttempts} times and was given up`));
    try {
      const onProgress = this.progress.of(job.id);
      const payload = await runner.run(job, { signal, onProgress });
      if (!signal.aborted) await this.end(job, { status: 'completed', payload });
    } catch (error) {
      if (!signal.aborted) await this.afterThrow(job, error);
    }
  }

  private async afterThrow(job: ClaimedJob, error: unknown): Promise<void> {
    if (error instanceof CommitFailed) throw error;
    if (error instanceof JobFailure) return this.end(job, failed(error.message));
    this.log.error('job.attempt', error, { attempt: job.attempts });
    if (job.attempts >= this.config.maxAttempts)
      return this.end(job, failed(`Processing failed ${job.attempts} times and was given up`));
    await this.db.query(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, available_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_owner = $2 AND status = 'accepted'`,
      [job.id, this.claims.owner, RETRY_DELAY_S],
    );
    this.doorbell.ringLater(job.type, { jobId: job.id }, RETRY_DELAY_S * 1_000);
  }

  private async end(job: ClaimedJob, outcome: JobOutcome): Promise<void> {
    const deliveryId = await this.commit(job, outcome);
    if (!deliveryId) return;
    if (job.type === 'transcription') await this.deleteAudio(job.id);
    this.doorbell.ring('webhook-delivery', { deliveryId });
    this.finished.inc({ type: job.type, outcome: outcome.status });
    this.log.info('job.finished', { attempt: job.attempts, reason: outcome.status });
  }

  /** The job has ended; what cannot be deleted now is by the next sweep. */
  private async deleteAudio(jobId: string): Promise<void> {
    await this.audio.delete(jobId).catch((error: unknown) => this.log.error('job.audio', error));
  }

  private async endAll(jobs: readonly EndingJob[]): Promise<(string | undefined)[]> {
    const deliveries = await this.db.transaction((tx) => this.endJob.execute(tx, jobs, this.claims.owner));
    return jobs.map(({ id }) => deliveries.get(id));
  }

  /** The work is done; a database that restarts just now is no reason to do it again. */
  private async commit(job: ClaimedJob, outcome: JobOutcome): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.ends.add({ ...job, outcome });
      } catch (error) {
        this.log.error('job.commit', error, { attempt });
        if (attempt === COMMIT_TRIES) throw new CommitFailed(error);
        await pause(attempt * 500);
      }
    }
  }
}

const isLong = (outcome: JobOutcome): boolean =>
  outcome.status === 'completed' &&
  Object.values(outcome.payload).some((value) => String(value).length > LONG_RESULT);

/** Not the job's fault: its lease runs out, and somebody runs it again. */
class CommitFailed extends Error {
  constructor(cause: unknown) {
    super('The end of a job could not be written', { cause });
  }
}

const failed = (error: string): JobOutcome => ({ status: 'failed', error });
