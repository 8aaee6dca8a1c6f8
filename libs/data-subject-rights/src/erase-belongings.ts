import { Injectable } from '@nestjs/common';
import { Users, type RemovedUser } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Transactions, type Owner } from '@app/common';
import { DeleteDocuments } from '@app/documents';
import { EraseJobs, type ErasedJobs } from '@app/jobs';
import { DeleteChats, type ErasedChats } from '@app/sessions';
import { UsageStore } from '@app/usage';

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
    private readonly transactions: Transactions,
    private readonly chats: DeleteChats,
    private readonly documents: DeleteDocuments,
    private readonly jobs: EraseJobs,
    private readonly usage: UsageStore,
    private readonly users: Users,
    private readonly trail: AuditTrail,
  ) {}

  async execute(owner: Owner): Promise<ErasedBelongings> {
    const belongings = {
      ...(await this.chats.all(owner)),
      documents: await this.documents.erase(owner),
      ...(await this.jobs.execute(owner)),
      usageUnlinked: await this.usage.unlink(owner),
    };
    return this.transactions.run(async (tx) => {
      const erased = { ...belongings, ...(await this.users.remove(tx, owner.userId)) };
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
