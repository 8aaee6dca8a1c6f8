import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, isId, type Owner } from '@app/common';
import { documentsConfig, retentionConfig, type DocumentsConfig, type RetentionConfig } from '@app/config';
import { WriteTombstones } from '@app/tombstones';
import { DocumentsStore } from './store/documents.store';

const STEP = 100;

/** Deletes documents permanently, also from the chats that use them. */
@Injectable()
export class DeleteDocuments {
  constructor(
    @Inject(documentsConfig.KEY) private readonly config: DocumentsConfig,
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly documents: DocumentsStore,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * Deletes a document.
   *
   * @throws AppError `not_found` if the owner has no such document; `unavailable` if it is deleted, but the tombstone that
   *   keeps backups from restoring it is not written yet
   */
  async delete(owner: Owner, id: string): Promise<void> {
    const deleted = isId(id) && (await this.deleteOne(owner, id));
    if (!deleted) throw new AppError('not_found', 'There is no such document');
    await this.tombstones.execute();
  }

  /** Deletes all documents of a person who is erased. @returns how many there were */
  async erase(owner: Owner): Promise<number> {
    let erased = 0;
    for (let found = STEP; found === STEP;) {
      const page = await this.documents.page(owner, { take: STEP });
      found = page.length;
      for (const { id } of page) if (await this.deleteOne(owner, id, 'erased')) erased += 1;
    }
    return erased;
  }

  /**
   * Deletes documents that no chat has attached within UNATTACHED_DOCUMENT_TTL, including incomplete uploads, and documents
   * older than RETENTION_DOCUMENTS.
   *
   * @param signal stops it after the current step
   */
  async expire(signal: AbortSignal): Promise<void> {
    const { documentsMs } = this.retention;
    await this.expireAll('unattached', this.config.unattachedTtlMs, signal);
    if (documentsMs !== undefined) await this.expireAll('expired', documentsMs, signal);
  }

  private async expireAll(
    reason: 'expired' | 'unattached',
    ageMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const before = new Date(this.clock.now().getTime() - ageMs);
    for (let step = STEP; step === STEP && !signal.aborted;)
      step = await this.documents.expire(reason, before, STEP);
  }

  /** @returns whether there was such a document */
  private deleteOne(owner: Owner, id: string, reason?: 'erased'): Promise<boolean> {
    const subject = { type: 'document', id } as const;
    const { organizationId } = owner;
    const event = { action: 'document.delete', ...(reason && { reason }), subject, organizationId } as const;
    return this.documents.delete(owner, id, (tx) => this.trail.record(tx, event));
  }
}
