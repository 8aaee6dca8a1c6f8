import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, isId, type Owner } from '@app/common';
import { DocumentStore } from './document-store';

/** Deletes a document for good, also out of the chats that use it. */
@Injectable()
export class DeleteDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` where the owner has no such document */
  async execute(owner: Owner, id: string): Promise<void> {
    const deleted =
      isId(id) &&
      (await this.documents.delete(owner, id, (tx) => {
        const subject = { type: 'document', id } as const;
        const { organizationId } = owner;
        return this.trail.record(tx, { action: 'document.delete', subject, organizationId });
      }));
    if (!deleted) throw new AppError('not_found', 'There is no such document');
  }
}
