import { Inject, Injectable } from '@nestjs/common';
import { jobsConfig, runtimeConfig, type JobsConfig, type RuntimeConfig } from '@app/config';
import { openEach, UNREADABLE_DELAY_S } from '@app/crypto';
import { DataKeys } from '@app/data-keys';
import { Log, Metrics, runInContext } from '@app/observability';
import { Broadcast, QueueNotifier, LeasedWork } from '@app/queue';
import { jobBinding, type JobType, openInput } from '../store/jobs.entities';
import { JobsStore, type ClaimedJobRow } from '../store/jobs.store';
import { type JobRunner, RunJob, type ClaimedJob } from './run-job';

/** The message that a running job was taken from its worker, with the job's id. */
export const JOB_TAKEN = 'job-taken';

/** The part of the grace period that is reserved for releasing unfinished jobs. */
const GIVE_BACK_MS = 2_000;

type JobWork = LeasedWork<ClaimedJobRow, ClaimedJob>;

/** Manages the slots in which this process runs jobs, by type. */
@Injectable()
export class JobSlots {
  private readonly work = new Map<JobType, JobWork>();
  private listening = false;
  /** Whether no job is claimed, because of maintenance. */
  paused = false;

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    @Inject(runtimeConfig.KEY) private readonly runtime: RuntimeConfig,
    private readonly jobs: JobsStore,
    private readonly keys: DataKeys,
    private readonly runJob: RunJob,
    private readonly broadcast: Broadcast,
    private readonly notifier: QueueNotifier,
    private readonly log: Log,
    private readonly metrics: Metrics,
  ) {}

  /** Starts running jobs of the runner's type, `size` at once. */
  open(runner: JobRunner, size: number): JobWork {
    const { type } = runner;
    const work: JobWork = new LeasedWork({
      size,
      claim: async (free) => (this.paused ? [] : this.jobs.claim(type, free)),
      open: (rows) => openEach(rows, (row) => this.read(type, row)),
      setAside: (row, error) => this.setAside(row, error),
      lease: {
        leaseMs: this.config.leaseMs,
        graceMs: Math.max(this.runtime.shutdownGraceMs - GIVE_BACK_MS, 0),
        renew: (ids) => this.jobs.renew(ids),
        release: (ids) => this.jobs.release(ids),
        onLost: () => this.metrics.leasesLost.inc({ work: type }),
        onError: (error) => this.log.upkeep('job.lease', error),
      },
      run: (job, signal) => {
        this.listen();
        return this.runJob.execute(job, runner, signal);
      },
      onMore: () => this.notifier.notify(type),
      onError: (error) => this.log.upkeep('job.slot', error, { queue: type }),
    });
    this.work.set(type, work);
    return work;
  }

  get types(): JobType[] {
    return [...this.work.keys()];
  }

  /** Runs waiting jobs until there are none. */
  async wake(type: JobType): Promise<void> {
    await this.work.get(type)?.wake();
  }

  /** Stops claiming jobs. Running jobs finish within SHUTDOWN_GRACE or are released. */
  async stop(): Promise<void> {
    const stopping = [...this.work].map(async ([type, work]) => {
      if ((await work.stop()) > 0) this.notifier.notifyLater(type, 0);
    });
    await Promise.all(stopping);
  }

  /** Subscribes with the first job, because the connection does not exist before. */
  private listen(): void {
    if (this.listening) return;
    this.listening = true;
    this.broadcast.subscribe(JOB_TAKEN, (jobId) => {
      for (const work of this.work.values()) work.check(jobId);
    });
  }

  private read(type: JobType, { id, ...row }: ClaimedJobRow): ClaimedJob {
    const key = this.keys.readPresent(id, row);
    return {
      id,
      type,
      organizationId: row.organization_id,
      userId: row.user_id,
      requestId: row.request_id,
      attempts: row.attempts,
      input: openInput(key, row.input),
      webhookUrl: key.openText(row.webhook_url, jobBinding.webhookUrl(id)),
      policyVersion: row.policy_version,
      traceparent: row.traceparent ?? undefined,
      ageMs: row.age_s * 1_000,
      key,
    };
  }

  /**
   * Sets aside a job that has no main key or is damaged. It cannot run, and its webhook cannot be sent. It waits,
   * without counting an attempt, until its key is restored, and each try is logged. Other jobs are not affected.
   */
  private async setAside({ id, request_id: requestId }: ClaimedJobRow, error: unknown): Promise<void> {
    runInContext({ requestId, jobId: id }, () => this.log.error('job.unreadable', error));
    await this.jobs.setAside(id, UNREADABLE_DELAY_S);
  }
}
