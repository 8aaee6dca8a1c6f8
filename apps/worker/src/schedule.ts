import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ExpireModelCalls, ReportHeads, SealAuditTrail } from '@app/audit';
import { AnnounceExpiringKeys } from '@app/auth';
import { CountBudgets } from '@app/budgets';
import { DeleteBatches } from '@app/batches';
import { DeleteCases } from '@app/cases';
import { jobsConfig, type JobsConfig } from '@app/config';
import { DeleteDocuments } from '@app/documents';
import { DeleteEvaluations } from '@app/evaluation';
import { PrunePolicies } from '@app/policy';
import { ExpireJobs } from '@app/job-records';
import { JobSlots, Sweep } from '@app/jobs';
import { Log, Shutdown, type LogEvent } from '@app/observability';
import { FinishErasures } from '@app/data-subject-rights';
import { DeleteMappingKeys } from '@app/restoring';
import { DeleteGuardedCalls } from '@app/litellm';
import { HEARTBEAT_MS, Heartbeats, ServiceMode } from '@app/operation';
import { REDIS, type QueueName } from '@app/queue';
import { DeleteChats, EndExpiredShares } from '@app/sessions';
import { BlobRemovals } from '@app/storage';
import { WriteTombstones } from '@app/tombstones';
import { DeliverySlots, SweepWebhooks } from '@app/webhooks';

/** Injection token: the queues that this worker serves. */
export const SERVED_QUEUES = Symbol('SERVED_QUEUES');

/** How often this worker polls for work while Redis, and with it queue notifications, is unreachable. */
const DEAF_INTERVAL_MS = 1_000;

/** How often entries of the audit trail are sealed. */
const SEAL_INTERVAL_MS = 2_000;
/** How often chain ends are logged, calls of models expire, expiring keys are reported, and budgets are summed. */
const HOUR_MS = 60 * 60_000;

/** A periodic task, with the log event of its failure. */
type Task = readonly [event: LogEvent, run: () => Promise<unknown>];

/** Tasks that run one after another. A round never overlaps with itself in this process. */
interface Round {
  tasks: readonly Task[];
  running?: Promise<void>;
}

/**
 * Runs the periodic tasks of a worker. Every JOB_SWEEP_INTERVAL and at startup it sweeps and deletes. When Redis is
 * reachable again, it sweeps immediately. The audit trail's rounds have their own intervals. Every worker runs all
 * tasks. Each task prevents conflicts itself: with advisory locks (the sweeps, old documents, the trail), by skipping
 * locked rows (erasures), or by being idempotent (budgets, chats, files, the log).
 */
@Injectable()
export class Schedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping: Round;
  private readonly deleting: Round;
  private readonly sealing: Round;
  private readonly hourly: Round;
  private readonly living: Round;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    @Inject(SERVED_QUEUES) private readonly queues: readonly QueueName[],
    @Inject(REDIS) private readonly redis: Redis,
    private readonly jobs: JobSlots,
    private readonly deliveries: DeliverySlots,
    private readonly shutdown: Shutdown,
    sweep: Sweep,
    expired: ExpireJobs,
    webhooks: SweepWebhooks,
    documents: DeleteDocuments,
    chats: DeleteChats,
    shares: EndExpiredShares,
    cases: DeleteCases,
    evaluations: DeleteEvaluations,
    mappings: DeleteMappingKeys,
    guarded: DeleteGuardedCalls,
    batches: DeleteBatches,
    erasures: FinishErasures,
    removals: BlobRemovals,
    tombstones: WriteTombstones,
    policies: PrunePolicies,
    seal: SealAuditTrail,
    calls: ExpireModelCalls,
    heads: ReportHeads,
    keys: AnnounceExpiringKeys,
    budgets: CountBudgets,
    private readonly heartbeats: Heartbeats,
    private readonly mode: ServiceMode,
    private readonly log: Log,
  ) {
    const { signal } = shutdown;
    this.sweeping = {
      tasks: [
        ['worker.sweep', () => sweep.execute()],
        ['worker.expired_jobs', () => expired.execute()],
        ['worker.webhooks', () => webhooks.execute()],
      ],
    };
    this.deleting = {
      tasks: [
        ['worker.documents', () => documents.expire(signal)],
        ['worker.chats', () => chats.unused(signal)],
        ['worker.shares', () => shares.execute(signal)],
        ['worker.cases', () => cases.expired(signal)],
        ['worker.evaluations', () => evaluations.expired(signal)],
        ['worker.mappings', () => mappings.expired(signal)],
        ['worker.guarded_calls', () => guarded.expired(signal)],
        ['worker.batches', () => batches.expired(signal)],
        ['worker.erasures', () => erasures.execute(signal)],
        ['worker.tombstones', () => tombstones.execute()],
        ['worker.blobs', () => removals.sweep()],
        ['worker.policies', () => policies.execute(signal)],
      ],
    };
    this.sealing = { tasks: [['worker.seals', () => seal.execute(signal)]] };
    this.living = { tasks: [['worker.heartbeat', () => heartbeats.beat(queues)]] };
    this.hourly = {
      tasks: [
        ['worker.audit_calls', () => calls.execute(signal)],
        ['worker.audit_chains', () => heads.execute()],
        ['worker.expiring_keys', () => keys.execute(signal)],
        ['worker.budgets', () => budgets.execute(signal)],
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.mode.onMaintenance((paused) => {
      this.jobs.paused = paused;
      this.deliveries.paused = paused;
      if (!paused) this.lookAround();
    });
    this.redis.on('ready', this.sweep);
    this.timers = [
      setInterval(this.tick, this.config.sweepIntervalMs),
      setInterval(() => this.redis.status === 'ready' || this.lookAround(), DEAF_INTERVAL_MS),
      setInterval(() => this.begin(this.sealing), SEAL_INTERVAL_MS),
      setInterval(() => this.begin(this.hourly), HOUR_MS),
      setInterval(() => this.begin(this.living), HEARTBEAT_MS),
    ];
    this.begin(this.living);
    this.tick();
    this.begin(this.hourly);
  }

  /**
   * Runs before connections close: claims no new work, and finishes or releases running work (contract: Running it).
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.redis.off('ready', this.sweep);
    for (const timer of this.timers) clearInterval(timer);
    // Deletions stop after their current step.
    await Promise.all([
      this.jobs.stop(),
      this.deliveries.stop(),
      this.deleting.running,
      this.sealing.running,
      this.hourly.running,
      this.living.running,
    ]);
    await this.heartbeats.end().catch((error: unknown) => this.log.upkeep('worker.heartbeat', error));
  }

  private readonly tick = (): void => {
    this.sweep();
    this.begin(this.deleting);
  };

  private readonly sweep = (): void => {
    this.lookAround();
    this.begin(this.sweeping);
  };

  /** Claims waiting work without a queue notification. */
  private lookAround(): void {
    for (const type of this.jobs.types) void this.jobs.wake(type);
    if (this.queues.includes('webhook-delivery')) void this.deliveries.wake();
  }

  private begin(round: Round): void {
    round.running ??= this.work(round.tasks).finally(() => (round.running = undefined));
  }

  private async work(tasks: readonly Task[]): Promise<void> {
    for (const [event, run] of tasks)
      if (!this.shutdown.begun) await run().catch((error: unknown) => this.log.upkeep(event, error));
  }
}
