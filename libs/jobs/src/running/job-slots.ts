import { Inject, Injectable } from '@nestjs/common';
import { waitAtMost } from '@app/common';
import { runtimeConfig, type RuntimeConfig } from '@app/config';
import { Log } from '@app/observability';
import { Doorbell, Slots } from '@app/queue';
import type { JobType } from '../rows/job-type';
import { ClaimJobs, type ClaimedJob } from './claim-jobs';
import type { JobRunner } from './job-runner';
import { Leases } from './leases';
import { RunJob } from './run-job';

/** Left of the grace for giving back what did not finish in it. */
const GIVE_BACK_MS = 2_000;

/** The places in which this process runs jobs, by type. */
@Injectable()
export class JobSlots {
  private readonly slots = new Map<JobType, Slots<ClaimedJob>>();

  constructor(
    @Inject(runtimeConfig.KEY) private readonly runtime: RuntimeConfig,
    private readonly claims: ClaimJobs,
    private readonly runJob: RunJob,
    private readonly leases: Leases,
    private readonly doorbell: Doorbell,
    private readonly log: Log,
  ) {}

  /** This process runs jobs of the runner's type from now on, `size` at once. */
  open(runner: JobRunner, size: number): void {
    const { type } = runner;
    this.slots.set(
      type,
      new Slots({
        size,
        claim: (free) => this.claims.execute(type, free),
        run: (job) => this.runJob.execute(job, runner),
        onMore: ({ id }) => this.doorbell.ring(type, { jobId: id }),
        onError: (error) => this.log.error('job.slot', error, { queue: type }),
      }),
    );
  }

  get types(): JobType[] {
    return [...this.slots.keys()];
  }

  /** Runs what waits, until nothing more does. */
  async ring(type: JobType): Promise<void> {
    await this.slots.get(type)?.ring();
  }

  /** No new jobs. Those that run are finished within SHUTDOWN_GRACE, or given back. */
  async stop(): Promise<void> {
    const stopped = Promise.all([...this.slots.values()].map((slots) => slots.stop()));
    await waitAtMost(Math.max(this.runtime.shutdownGraceMs - GIVE_BACK_MS, 0), stopped);
    for (const { id, type } of await this.leases.giveBack()) this.doorbell.ringLater(type, { jobId: id }, 0);
  }
}
