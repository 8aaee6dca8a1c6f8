import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { documentsConfig, retentionConfig, type DocumentsConfig, type RetentionConfig } from '@app/config';
import { DocumentStore } from './document-store';

const STEP = 100;

/**
 * Deletes documents that no chat has attached within UNATTACHED_DOCUMENT_TTL, broken uploads among them, and those
 * that are older than RETENTION_DOCUMENTS.
 */
@Injectable()
export class DeleteOldDocuments {
  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly documents: DocumentStore,
  ) {}

  /** @param signal ends it after the step that runs */
  async execute(signal: AbortSignal): Promise<void> {
    const { documentsMs } = this.retention;
    await this.deleteAll('unattached', this.config.unattachedTtlMs, signal);
    if (documentsMs !== undefined) await this.deleteAll('expired', documentsMs, signal);
  }

  private async deleteAll(
    reason: 'expired' | 'unattached',
    ageMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ageMs);
    for (let step = STEP; step === STEP && !signal.aborted;)
      step = await this.documents.deleteOld(reason, before, STEP);
  }
}
