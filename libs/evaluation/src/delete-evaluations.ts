import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Clock, Transactions, type Owner } from '@app/common';
import { retentionConfig, type RetentionConfig } from '@app/config';
import { EvaluationsStore } from './evaluations.store';

const STEP = 100;

/** Deletes evaluations with their texts and keys: for their user, when they expire, and when the user is erased. */
@Injectable()
export class DeleteEvaluations {
  constructor(
    @Inject(retentionConfig.KEY) private readonly retention: RetentionConfig,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly store: EvaluationsStore,
    private readonly trail: AuditTrail,
  ) {}

  /** Returns when an evaluation is deleted; null if it is stored until its user deletes it. */
  expiryOf(createdAt: Date): Date | null {
    const { evaluationsMs } = this.retention;
    return evaluationsMs === undefined ? null : new Date(createdAt.getTime() + evaluationsMs);
  }

  /** @returns whether the user had it */
  one(owner: Owner, id: string): Promise<boolean> {
    return this.delete(owner, id);
  }

  /** Deletes evaluations RETENTION_EVALUATIONS after their creation. @param signal stops it after an evaluation */
  async expired(signal: AbortSignal): Promise<void> {
    const { evaluationsMs } = this.retention;
    if (evaluationsMs === undefined) return;
    const before = new Date(this.clock.now().getTime() - evaluationsMs);
    for (let deleted = STEP; deleted === STEP && !signal.aborted;) {
      const found = await this.store.createdBefore(before, STEP);
      deleted = 0;
      for (const { id, ...owner } of found)
        if (!signal.aborted && (await this.delete(owner, id, { reason: 'expired', before }))) deleted += 1;
    }
  }

  /** Deletes all evaluations of a user. @returns their number */
  async all(owner: Owner): Promise<number> {
    let deleted = 0;
    for (const id of await this.store.owned(owner))
      if (await this.delete(owner, id, { reason: 'erased' })) deleted += 1;
    return deleted;
  }

  private delete(
    owner: Owner,
    id: string,
    { reason, before }: { reason?: 'erased' | 'expired'; before?: Date } = {},
  ): Promise<boolean> {
    return this.transactions.runFor(owner, async (tx) => {
      if (!(await this.store.delete(tx, owner, id, before))) return false;
      await this.trail.record(tx, {
        action: 'evaluation.delete',
        ...(reason && { reason }),
        subject: { type: 'evaluation', id },
        organizationId: owner.organizationId,
      });
      return true;
    });
  }
}
