import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Redis } from 'ioredis';
import { jobsConfig, type JobsConfig } from '@app/config';
import { JobSlots, Sweep } from '@app/jobs';
import { Log } from '@app/observability';
import type { QueueName } from '@app/queue';
import { REDIS } from '@app/queue';
import { DeliverySlots } from '@app/webhooks';

/** Injection token: the queues that this worker serves. */
export const SERVED_QUEUES = Symbol('SERVED_QUEUES');

/** How often this worker looks for itself while Redis, and with it the doorbell, is away. */
const DEAF_INTERVAL_MS = 1_000;

/** Sweeps at intervals, at the start, and at once when Redis comes back. */
@Injectable()
export class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    @Inject(SERVED_QUEUES) private readonly queues: readonly QueueName[],
    @Inject(REDIS) private readonly redis: Redis,
    private readonly sweep: Sweep,
    private readonly jobs: JobSlots,
    private readonly deliveries: DeliverySlots,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.redis.on('ready', this.tick);
    this.timers = [
      setInterval(this.tick, this.config.sweepIntervalMs),
      setInterval(() => this.redis.status === 'ready' || this.lookAround(), DEAF_INTERVAL_MS),
    ];
    this.tick();
  }

  beforeApplicationShutdown(): void {
    this.redis.off('ready', this.tick);
    for (const timer of this.timers) clearInterval(timer);
  }

  private readonly tick = (): void => {
    this.lookAround();
    this.sweep.execute().catch((error: unknown) => this.log.error('worker.sweep', error));
  };

  /** Takes what waits without having been rung for. */
  private lookAround(): void {
    for (const type of this.jobs.types) void this.jobs.ring(type);
    if (this.queues.includes('webhook-delivery')) void this.deliveries.ring();
  }
}
