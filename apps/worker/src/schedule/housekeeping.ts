import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { DeleteOldDocuments } from '@app/documents';
import { Log, Shutdown } from '@app/observability';
import { FinishErasures } from '@app/data-subject-rights';
import { DeleteChats } from '@app/sessions';
import { BlobRemovals } from '@app/storage';

/** Deletes what has had its time, at intervals and at the start; one thing after another, and never twice at once. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks: readonly (readonly [event: string, run: () => Promise<unknown>])[];
  private timer?: NodeJS.Timeout;
  private round?: Promise<void>;

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly shutdown: Shutdown,
    documents: DeleteOldDocuments,
    chats: DeleteChats,
    erasures: FinishErasures,
    removals: BlobRemovals,
    private readonly log: Log,
  ) {
    const { signal } = shutdown;
    this.tasks = [
      ['worker.documents', () => documents.execute(signal)],
      ['worker.chats', () => chats.unused(signal)],
      ['worker.erasures', () => erasures.execute(signal)],
      ['worker.blobs', () => removals.sweep()],
    ];
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(this.tick, this.config.sweepIntervalMs);
    this.tick();
  }

  /** What runs ends after its step. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  private readonly tick = (): void => {
    this.round ??= this.work().finally(() => (this.round = undefined));
  };

  private async work(): Promise<void> {
    for (const [event, run] of this.tasks)
      if (!this.shutdown.begun) await run().catch((error: unknown) => this.log.error(event, error));
  }
}
