import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { jobsConfig, type JobsConfig } from '@app/config';
import { DeleteUnattachedDocuments } from '@app/documents';
import { Log } from '@app/observability';

/** Deletes documents that nobody attached in time, at intervals and at the start. */
@Injectable()
export class DocumentUpkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(jobsConfig.KEY) private readonly config: JobsConfig,
    private readonly deleteUnattached: DeleteUnattachedDocuments,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(this.tick, this.config.sweepIntervalMs);
    this.tick();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private readonly tick = (): void => {
    this.deleteUnattached.execute().catch((error: unknown) => this.log.error('worker.documents', error));
  };
}
