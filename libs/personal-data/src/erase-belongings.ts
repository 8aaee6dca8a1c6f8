import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { RemoveUser, type RemovedUser } from '@app/auth';
import type { Owner } from '@app/common';
import { DeleteDocuments } from '@app/documents';
import { EraseJobs, type ErasedJobs } from '@app/jobs';
import { EraseChats, type ErasedChats } from '@app/sessions';
import { UnlinkUsage } from '@app/usage';

/** How much of what was removed. */
export interface ErasedBelongings extends ErasedChats, ErasedJobs, RemovedUser {
  documents: number;
  /** Calls of models that stay counted for the organization, and are nobody's from now on. */
  usageUnlinked: number;
}

/** Removes all that a person has, in small transactions, and the person last. May be done again at any time. */
@Injectable()
export class EraseBelongings {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly chats: EraseChats,
    private readonly documents: DeleteDocuments,
    private readonly jobs: EraseJobs,
    private readonly usage: UnlinkUsage,
    private readonly users: RemoveUser,
    private readonly trail: AuditTrail,
  ) {}

  async execute(owner: Owner): Promise<ErasedBelongings> {
    const belongings = {
      ...(await this.chats.execute(owner)),
      documents: await this.documents.erase(owner),
      ...(await this.jobs.execute(owner)),
      usageUnlinked: await this.usage.execute(owner),
    };
    return this.db.transaction(async (tx) => {
      const erased = { ...belongings, ...(await this.users.execute(tx, owner.userId)) };
      if (Object.values(erased).some((count) => count > 0))
        await this.trail.record(tx, {
          action: 'user.erase',
          reason: 'finished',
          subject: { type: 'user', id: owner.userId },
          organizationId: owner.organizationId,
          counts: erased,
        });
      return erased;
    });
  }
}
