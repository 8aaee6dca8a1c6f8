import { Injectable } from '@nestjs/common';
import { Users, type MemberRef, type RemovedUser, type UserRef } from '@app/accounts';
import { AuditTrail, ModelCallsStore } from '@app/audit';
import { SpendingStore } from '@app/budgets';
import { Transactions, type Owner } from '@app/common';
import { DeleteDocuments } from '@app/documents';
import { EraseJobs, type ErasedJobs } from '@app/jobs';
import { SecondFactor } from '@app/second-factor';
import { DeleteChats, type ErasedChats } from '@app/sessions';
import { WriteTombstones } from '@app/tombstones';
import { UsageStore } from '@app/usage';
import { ErasuresStore, type FirstRound } from './erasures.store';

/** How much of what was removed. */
export interface ErasedBelongings extends ErasedChats, ErasedJobs, RemovedUser {
  documents: number;
  /** Calls of models that stay counted for the organization, and are nobody's from now on. */
  usageUnlinked: number;
  /** Entries of the audit trail on such calls that no longer say whose they were. */
  callsForgotten: number;
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
    private readonly spending: SpendingStore,
    private readonly secondFactor: SecondFactor,
    private readonly calls: ModelCallsStore,
    private readonly users: Users,
    private readonly trail: AuditTrail,
  ) {}

  async execute(owner: Owner): Promise<ErasedBelongings> {
    const belongings = {
      ...(await this.chats.all(owner)),
      documents: await this.documents.erase(owner),
      ...(await this.jobs.execute(owner)),
      usageUnlinked: await this.usage.unlink(owner),
      callsForgotten: await this.calls.forget(owner),
    };
    await this.spending.forgetUser(owner);
    return this.transactions.run(async (tx) => {
      // With its data key, which goes with no row by itself.
      await this.secondFactor.remove(tx, owner.userId);
      const erased = {
        ...belongings,
        ...(await this.users.remove(tx, { id: owner.userId, organizationId: owner.organizationId })),
      };
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

export interface ErasureReport extends ErasedBelongings {
  /** The id that logs and the audit trail know the person by. */
  user: string;
}

/**
 * Erases a person: shut out at once, then everything that is theirs, the account last. It is written down before it
 * begins, so that the worker ends it where this process does not.
 */
@Injectable()
export class EraseUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly erasures: ErasuresStore,
    private readonly belongings: EraseBelongings,
    private readonly trail: AuditTrail,
    private readonly tombstones: WriteTombstones,
  ) {}

  /**
   * @throws AppError `not_found`; `conflict` for the last admin of an organization; `unavailable` where it is not yet
   *   noted that no backup may bring the person back: the worker goes on with it
   */
  async execute(user: UserRef): Promise<ErasureReport> {
    const { id: userId, organizationId } = await this.users.find(user);
    await this.shutOut({ id: userId, organizationId }, 'after-this');
    const erased = await this.belongings.execute({ userId, organizationId });
    await this.tombstones.execute();
    return { user: userId, ...erased };
  }

  /** The same, the rest of it done by the worker. @throws AppError as `execute` does */
  async begin(user: UserRef): Promise<void> {
    await this.shutOut(await this.users.find(user), 'now');
  }

  private async shutOut({ id, organizationId }: MemberRef, firstRound: FirstRound): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.users.shutOut(tx, { id, organizationId });
      await this.erasures.begin(tx, { userId: id, organizationId }, firstRound);
      const subject = { type: 'user', id } as const;
      await this.trail.record(tx, { action: 'user.erase', reason: 'begun', subject, organizationId });
    });
    await this.tombstones.execute();
  }
}

/** Ends erasures that broke off, and removes what requests under way have written after them. */
@Injectable()
export class FinishErasures {
  constructor(
    private readonly erasures: ErasuresStore,
    private readonly belongings: EraseBelongings,
  ) {}

  /** @param signal ends it after the person that it is at */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const due = await this.erasures.takeDue();
      if (!due) return;
      const { userId, organizationId, isLast } = due;
      await this.belongings.execute({ userId, organizationId });
      if (isLast) await this.erasures.end(userId);
    }
  }
}
