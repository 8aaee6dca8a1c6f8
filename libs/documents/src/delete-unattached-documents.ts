import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@app/common';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { DocumentStore } from './document-store';

const STEP = 100;

/** Deletes documents that no chat has attached within UNATTACHED_DOCUMENT_TTL, broken uploads among them. */
@Injectable()
export class DeleteUnattachedDocuments {
  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    private readonly clock: Clock,
    private readonly documents: DocumentStore,
  ) {}

  /** @returns how many were deleted */
  async execute(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.config.unattachedTtlMs);
    let deleted = 0;
    for (let step = STEP; step === STEP; deleted += step)
      step = await this.documents.deleteUnattached(before, STEP);
    return deleted;
  }
}
