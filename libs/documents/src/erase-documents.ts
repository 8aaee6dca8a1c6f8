import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import type { Owner } from '@app/common';
import { DocumentStore } from './document-store';

const STEP = 100;

/** Deletes all documents of a person, one after another. */
@Injectable()
export class EraseDocuments {
  constructor(
    private readonly documents: DocumentStore,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns how many there were */
  async execute(owner: Owner): Promise<number> {
    let erased = 0;
    for (let found = STEP; found === STEP;) {
      const page = await this.documents.page(owner, { take: STEP });
      found = page.length;
      for (const { id } of page) if (await this.erase(owner, id)) erased += 1;
    }
    return erased;
  }

  private erase(owner: Owner, id: string): Promise<boolean> {
    const subject = { type: 'document', id } as const;
    const { organizationId } = owner;
    return this.documents.delete(owner, id, (tx) =>
      this.trail.record(tx, { action: 'document.delete', reason: 'erased', subject, organizationId }),
    );
  }
}
