import { Inject, Injectable } from '@nestjs/common';
import {
  ALL_OWNERS,
  inStage,
  isStoreUnavailable,
  type JobErrorCode,
  StageTimes,
  timingStages,
  Transactions,
} from '@app/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import type { DataKey } from '@app/crypto';
import { currentTraceparent, Log, Metrics, runInContext, Tracing } from '@app/observability';
import { QueueNotifier, Settlements } from '@app/queue';
import { JOB_TYPES, type JobType } from '../store/jobs.entities';
import { JobsStore } from '../store/jobs.store';
import { type EndingJob, EndJobs, type JobOutcome } from './end-jobs';

/** A job that this process runs. */
export interface RunningJob {
  id: string;
  organizationId: string;
  userId: string;
  /** The decrypted input. Only the runner knows its format. */
  input: unknown;
  /** The policy version at the job's acceptance; null if it was not recorded. */
  policyVersion: number | null;
  /** Decrypts what is stored for this job. */
  key: DataKey;
}

/** A file of the result, which the runner has stored. */
export interface ResultFile {
  /** What the job notes of it, as JSON. Only the library that stores the file knows its format. */
  note: object;
  /** Deletes it: another run ends the job. */
  discard: () => Promise<void>;
}

export interface RunContext {
  /** Aborted if the job was cancelled, its lease was lost, or the process stops. */
  signal: AbortSignal;
  /** Receives the completed fraction, 0..1. */
  onProgress: (done: number) => void;
  /** Receives what restores the values of the result. It is stored as long as the result, for the owner alone. */
  onIssued: (table: string) => void;
  /** Receives the file of the result. It is stored as long as the result. */
  onFile: (file: ResultFile) => void;
}

/**
 * Runs one type of job. Each type has one class. Its module opens the slots in the workers that run the type
 * (`JobSlots.open`).
 */
export abstract class JobRunner {
  abstract readonly type: JobType;

  /**
   * Runs a job. Must be idempotent, because two processes may run a job one after the other.
   *
   * @returns the fields of the webhook in addition to `job_id` and `status`
   * @throws JobFailure if a retry is useless; any other error is a failed attempt
   */
  abstract run(job: RunningJob, context: RunContext): Promise<Record<string, unknown>>;

  /** Deletes what a job needed until it ended. If this fails, the sweep deletes it. */
  ended?(job: RunningJob): Promise<void>;
}

/** The job cannot be done and is not retried. The owner receives the message and the code. */
export class JobFailure extends Error {
  constructor(
    readonly code: JobErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'JobFailure';
  }
}

export interface ClaimedJob extends RunningJob {
  type: JobType;
  requestId: string;
  webhookUrl: string;
  /** The trace context of the request that created the job, if it was traced. */
  traceparent: string | undefined;
  /** The time since its acceptance. */
  ageMs: number;
  /** Includes this one. */
  attempts: number;
}

/** The result of a run: the job's end, a retry, or `lost` if the process lost its lease. */
type RunOutcome = JobOutcome['status'] | 'again' | 'lost';

/** The delay before a retry after a runner threw. */
const RETRY_DELAY_S = 5;
const COMMIT_TRIES = 6;
/** The number of jobs that end in one transaction; fewer for long results. */
const BATCH = 100;
const LONG_RESULT = 4_096;
/** The interval between two progress updates: often enough for users, seldom enough for the database. */
const PROGRESS_MS = 1_000;

/** Runs a claimed job once, until its end or its next attempt. */
@Injectable()
export class RunJob {
  private readonly running;
  private readonly finished;
  private readonly ends = new Settlements<EndingJob, boolean>({
    work: (jobs) => this.endAll(jobs),
    weigh: ({ outcome }) => (isLong(outcome) ? BATCH / 4 : 1),
    room: BATCH,
    tries: COMMIT_TRIES,
    onError: (error, _, attempt) => this.log.upkeep('job.commit', error, { attempt }),
  });

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly jobs: JobsStore,
    private readonly transactions: Transactions,
    private readonly endJobs: EndJobs,
    private readonly notifier: QueueNotifier,
    private readonly log: Log,
    private readonly tracing: Tracing,
    private readonly metrics: Metrics,
  ) {
    this.running = metrics.gauge('jobs_running', 'Jobs that this process runs', ['type']);
    this.finished = metrics.counter(
      'jobs_finished_total',
      'Jobs ended by this process',
      ['type', 'outcome'],
      JOB_TYPES.flatMap((type) => ['completed', 'failed'].map((outcome) => ({ type, outcome }))),
    );
  }

  /** @param signal aborted if this process loses the job */
  async execute(job: ClaimedJob, runner: JobRunner, signal: AbortSignal): Promise<void> {
    const { id, type, requestId, organizationId, userId, attempts } = job;
    const stages = new StageTimes();
    const span = this.tracing.resume(job.traceparent);
    if (attempts === 1) span?.waited(`queue ${type}`, job.ageMs);
    const context = { requestId, organizationId, userId, jobId: id, ...(span && { span }) };
    let outcome: RunOutcome = 'lost';
    this.running.inc({ type });
    try {
      outcome = await runInContext(context, () => timingStages(stages, () => this.run(job, runner, signal)));
    } finally {
      this.running.dec({ type });
      this.metrics.observeStages(`job/${type}`, stages);
      const attributes = { 'request.id': requestId, 'job.id': id, attempt: attempts, outcome };
      const failed = outcome !== 'completed';
      span?.end({ name: `job ${type}`, kind: 'consumer', failed, attributes }, stages);
    }
  }

  private async run(job: ClaimedJob, runner: JobRunner, signal: AbortSignal): Promise<RunOutcome> {
    this.log.debug('job.started', { attempt: job.attempts });
    const { maxAttempts } = this.config;
    // Each earlier run ended with its process and reported no result.
    if (job.attempts > maxAttempts)
      return this.end(
        job,
        runner,
        failed('attempts_exhausted', `Processing was interrupted ${maxAttempts} times and was given up`),
      );
    try {
      const onProgress = this.progressOf(job.id);
      let issued: string | undefined;
      const onIssued = (table: string): void => void (issued = table);
      let file: ResultFile | undefined;
      const onFile = (written: ResultFile): void => void (file = written);
      const payload = await runner.run(job, { signal, onProgress, onIssued, onFile });
      const completed: JobOutcome = {
        status: 'completed',
        payload,
        ...(issued !== undefined && { issued }),
        ...(file && { file: file.note }),
      };
      const outcome = signal.aborted ? 'lost' : await this.end(job, runner, completed);
      if (outcome === 'lost') await file?.discard();
      return outcome;
    } catch (error) {
      return signal.aborted ? 'lost' : await this.afterThrow(job, runner, error);
    }
  }

  private async afterThrow(job: ClaimedJob, runner: JobRunner, error: unknown): Promise<RunOutcome> {
    if (error instanceof CommitFailed) throw error;
    if (error instanceof JobFailure) return this.end(job, runner, failed(error.code, error.message));
    if (isStoreUnavailable(error)) {
      // The job is not at fault, so the attempt does not count.
      await this.jobs.setAside(job.id, RETRY_DELAY_S);
      return 'again';
    }
    this.log.error('job.attempt', error, { attempt: job.attempts });
    if (job.attempts >= this.config.maxAttempts)
      return this.end(
        job,
        runner,
        failed('attempts_exhausted', `Processing failed ${job.attempts} times and was given up`),
      );
    await this.jobs.retryLater(job.id, RETRY_DELAY_S);
    this.notifier.notifyLater(job.type, RETRY_DELAY_S * 1_000);
    return 'again';
  }

  private async end(job: ClaimedJob, runner: JobRunner, outcome: JobOutcome): Promise<RunOutcome> {
    const ending = { ...job, outcome, traceparent: currentTraceparent() ?? job.traceparent };
    const ended = await inStage('store', () => this.ends.add(ending)).catch((error: unknown) => {
      throw new CommitFailed(error);
    });
    if (!ended) return 'lost';
    this.notifier.notify('webhook-delivery');
    await this.afterEnd(job, runner);
    this.finished.inc({ type: job.type, outcome: outcome.status });
    this.log.info('job.finished', { attempt: job.attempts, reason: outcome.status });
    return outcome.status;
  }

  /** Never fails: the end is committed, so a failure must not lead to a retry. */
  private async afterEnd(job: ClaimedJob, runner: JobRunner): Promise<void> {
    try {
      await runner.ended?.(job);
    } catch (error) {
      this.log.upkeep('job.after_end', error);
    }
  }

  /** @returns for each job whether this process still leased it */
  private async endAll(jobs: readonly EndingJob[]): Promise<boolean[]> {
    const ended = await this.transactions.runFor(ALL_OWNERS, (tx) =>
      this.endJobs.execute(tx, jobs, 'leased'),
    );
    return jobs.map(({ id }) => ended.has(id));
  }

  /** @returns a function that receives the completed fraction, 0..1; it may be called at any rate */
  private progressOf(jobId: string): (done: number) => void {
    let writtenAt = Number.NEGATIVE_INFINITY;
    let written = 0;
    return (done) => {
      const percent = Math.floor(done * 100);
      if (percent <= written || performance.now() - writtenAt < PROGRESS_MS) return;
      [written, writtenAt] = [percent, performance.now()];
      // Progress is only a hint, so a failed write must not fail the job.
      this.jobs.progress(jobId, percent).catch((error: unknown) => this.log.upkeep('job.progress', error));
    };
  }
}

const isLong = (outcome: JobOutcome): boolean =>
  outcome.status === 'completed' &&
  Object.values(outcome.payload).some((value) => String(value).length > LONG_RESULT);

/** The result of a job could not be stored. The job is not at fault: its lease expires, and a worker runs it again. */
class CommitFailed extends Error {
  constructor(cause: unknown) {
    super('The end of a job could not be written', { cause });
  }
}

const failed = (errorCode: JobErrorCode, error: string): JobOutcome => ({
  status: 'failed',
  error,
  errorCode,
});
