import { Injectable } from '@nestjs/common';
import { Users, type MemberRef, type RemovedUser, type UserRef } from '@app/accounts';
import { ManageAssistants } from '@app/assistants';
import { AuditTrail, ModelCallsStore } from '@app/audit';
import { DeleteBatches } from '@app/batches';
import { SpendingStore } from '@app/budgets';
import { DeleteCases, type ErasedCases } from '@app/cases';
import { Transactions, type Owner } from '@app/common';
import { DeleteDocuments } from '@app/documents';
import { DeleteEvaluations } from '@app/evaluation';
import { EraseJobs, type ErasedJobs } from '@app/job-records';
import { DeleteGuardedCalls } from '@app/litellm';
import { DeleteMappingKeys } from '@app/restoring';
import { SecondFactor } from '@app/second-factor';
import { DeleteChats, type ErasedChats } from '@app/sessions';
import { WriteTombstones } from '@app/tombstones';
import { UsageStore } from '@app/usage';
import { ErasuresStore, type FirstRound } from './erasures.store';

/** The amounts of removed data. */
export interface ErasedBelongings extends ErasedChats, ErasedCases, ErasedJobs, RemovedUser {
  /** Of those that no other user may use. */
  assistants: number;
  documents: number;
  /** With their texts. */
  evaluations: number;
  /** Keys of sealed mappings: nothing opens them any more. */
  mappingKeys: number;
  /** Calls of LiteLLM proxies with answers that could still be restored. */
  guardedCalls: number;
  batches: number;
  /** Files with requests and results of batches. */
  batchFiles: number;
  /** Model calls that stay counted for the organization without the user. */
  usageUnlinked: number;
  /** Audit entries of such calls that no longer name their user. */
  callsForgotten: number;
}

/** Removes all data of a user in small transactions, and the user last. Idempotent. */
@Injectable()
export class EraseBelongings {
  constructor(
    private readonly transactions: Transactions,
    private readonly chats: DeleteChats,
    private readonly cases: DeleteCases,
    private readonly assistants: ManageAssistants,
    private readonly documents: DeleteDocuments,
    private readonly evaluations: DeleteEvaluations,
    private readonly mappings: DeleteMappingKeys,
    private readonly guardedCalls: DeleteGuardedCalls,
    private readonly batches: DeleteBatches,
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
      ...(await this.cases.all(owner)),
      assistants: await this.assistants.erase(owner),
      documents: await this.documents.erase(owner),
      evaluations: await this.evaluations.all(owner),
      mappingKeys: await this.mappings.all(owner),
      guardedCalls: await this.guardedCalls.all(owner),
      ...(await this.batches.all(owner)),
      ...(await this.jobs.execute(owner)),
      usageUnlinked: await this.usage.unlink(owner),
      callsForgotten: await this.calls.forget(owner),
    };
    await this.spending.forgetUser(owner);
    return this.transactions.runFor(owner, async (tx) => {
      // Also deletes its data key, which no row's deletion does.
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
  /** The id of the user in logs and in the audit trail. */
  user: string;
}

/**
 * Erases a user: locks them out immediately, then deletes their data, the account last. The erasure is stored before it
 * starts, so that the worker completes it if this process does not.
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
   * @throws AppError `not_found`; `conflict` for the last admin of an organization; `unavailable` if the tombstones
   * could not be written, so a backup could restore the user: the worker continues
   */
  async execute(user: UserRef): Promise<ErasureReport> {
    const { id: userId, organizationId } = await this.users.find(user);
    await this.shutOut({ id: userId, organizationId }, 'after-this');
    const erased = await this.belongings.execute({ userId, organizationId });
    await this.tombstones.execute();
    return { user: userId, ...erased };
  }

  /**
   * Starts an erasure that the worker completes.
   *
   * @throws AppError like `execute`
   */
  async begin(user: UserRef): Promise<void> {
    await this.shutOut(await this.users.find(user), 'now');
  }

  private async shutOut({ id, organizationId }: MemberRef, firstRound: FirstRound): Promise<void> {
    await this.transactions.runFor({ organizationId }, async (tx) => {
      await this.users.shutOut(tx, { id, organizationId });
      await this.erasures.begin(tx, { userId: id, organizationId }, firstRound);
      const subject = { type: 'user', id } as const;
      await this.trail.record(tx, { action: 'user.erase', reason: 'begun', subject, organizationId });
    });
    await this.tombstones.execute();
  }
}

/** Completes interrupted erasures, and removes rows that running requests wrote after them. */
@Injectable()
export class FinishErasures {
  constructor(
    private readonly erasures: ErasuresStore,
    private readonly belongings: EraseBelongings,
  ) {}

  /** @param signal stops it after the current user */
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
