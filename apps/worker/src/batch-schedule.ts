import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { FollowBatches } from '@app/batches';
import { Log, Shutdown } from '@app/observability';
import { ServiceMode } from '@app/operation';

/** How often a worker looks for batches to continue. */
const INTERVAL_MS = 2_000;

/**
 * Continues batches, in rounds that never overlap in this process. A round may take minutes, so other tasks do not wait for
 * it.
 */
@Injectable()
export class BatchSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isPaused = false;

  constructor(
    private readonly follow: FollowBatches,
    private readonly mode: ServiceMode,
    private readonly shutdown: Shutdown,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.mode.onMaintenance((paused) => {
      this.isPaused = paused;
    });
    this.timer = setInterval(() => this.begin(), INTERVAL_MS);
  }

  /** Runs before connections close. Another worker continues what this one leaves. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private begin(): void {
    if (this.isPaused || this.shutdown.begun) return;
    this.running ??= this.follow
      .execute(this.shutdown.signal)
      .catch((error: unknown) => this.log.upkeep('worker.batches', error))
      .finally(() => (this.running = undefined));
  }
}
