import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { ALL_OWNERS, Clock, Transactions, type Owner, type Transaction } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { CasesStore } from './cases.store';
import { CaseTablesStore } from './case-tables.store';

const STEP = 100;
/** The number of values that one transaction forgets. */
const STEP_OF_VALUES = 1_000;

/** The amounts of removed data. */
export interface ErasedCases {
  cases: number;
  /** Values that only the erased user brought to cases of others */
  caseValues: number;
}

/** Deletes cases that have expired, and those of a person who is erased. */
@Injectable()
export class DeleteCases {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly cases: CasesStore,
    private readonly tables: CaseTablesStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Deletes cases after `expires_at`, and those not used for RETENTION_CASES. @param signal stops it after a case */
  async expired(signal: AbortSignal): Promise<void> {
    const { casesMs } = this.retention;
    const unusedSince = casesMs === undefined ? undefined : new Date(this.clock.now().getTime() - casesMs);
    for (let deleted = STEP; deleted === STEP && !signal.aborted;) {
      const cases = await this.cases.expired(unusedSince, STEP);
      deleted = 0;
      for (const { id, ...owner } of cases)
        if (
          !signal.aborted &&
          (await this.transactions.runFor(owner, (tx) =>
            this.delete(tx, owner, id, 'expired', { unusedSince }),
          ))
        )
          deleted += 1;
    }
  }

  /**
   * Removes a user from all cases, also from those that the user left. Their own cases end, unless others use them: then the
   * longest member owns them. Values that only this user brought are forgotten.
   */
  async all(user: Owner): Promise<ErasedCases> {
    const erased = { cases: 0, caseValues: 0 };
    const cases = await this.transactions.runFor(ALL_OWNERS, (tx) => this.cases.ofMember(tx, user));
    for (const one of cases) {
      const continues = await this.transactions.runFor(ALL_OWNERS, async (tx) => {
        if (!(await this.cases.leave(tx, user, one.id))) {
          if (await this.delete(tx, user, one.id, 'erased')) erased.cases += 1;
          return false;
        }
        if (one.userId === user.userId) await this.record(tx, user, one.id, 'case.transfer');
        return true;
      });
      if (continues) erased.caseValues += await this.forgetValues(user, one.id);
    }
    return erased;
  }

  /**
   * Forgets the values that only this user brought to a case, and the user in all others. Each step has a transaction of its
   * own: if the process stops, the next attempt finds the rest.
   *
   * @returns the number of forgotten values
   */
  private async forgetValues(user: Owner, caseId: string): Promise<number> {
    let forgotten = 0;
    for (let after: number | undefined = 0; after !== undefined;) {
      const from: number = after;
      after = await this.transactions.runFor(ALL_OWNERS, async (tx) => {
        const opened = await this.tables.openAny(tx, caseId, true);
        if (!opened) return undefined;
        const brought = await this.tables.broughtBy(tx, opened, user.userId, from, STEP_OF_VALUES);
        const only = brought.filter(({ isShared }) => !isShared).map(({ id }) => id);
        await this.tables.forget(tx, opened, only);
        await this.tables.forgetUser(
          tx,
          opened,
          brought.map(({ id }) => id),
          user.userId,
        );
        forgotten += only.length;
        return brought.length < STEP_OF_VALUES ? undefined : brought.at(-1)!.id;
      });
    }
    return forgotten;
  }

  private async delete(
    tx: Transaction,
    owner: Owner,
    id: string,
    reason: 'erased' | 'expired',
    onlyExpired?: { unusedSince?: Date | undefined },
  ): Promise<boolean> {
    const deleted = await this.cases.delete(tx, owner, id, onlyExpired);
    if (deleted) await this.record(tx, owner, id, 'case.delete', reason);
    return deleted;
  }

  private record(
    tx: Transaction,
    { organizationId }: Owner,
    id: string,
    action: 'case.delete' | 'case.transfer',
    reason: 'erased' | 'expired' = 'erased',
  ): Promise<void> {
    return this.trail.record(tx, { action, reason, subject: { type: 'case', id }, organizationId });
  }
}
