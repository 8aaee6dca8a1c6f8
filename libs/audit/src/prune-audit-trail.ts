import { Injectable } from '@nestjs/common';
import { Transactions } from '@app/common';
import { AuditTrail } from './audit-trail';
import { AuditStore } from './audit.store';

/** Rows that one transaction deletes. */
const STEP = 5_000;

/**
 * Deletes the oldest entries, on an operator's word alone: nothing in the service calls this by itself. It needs a
 * role that may delete from the table, which that of api and worker need not be. That it was done is an entry too.
 */
@Injectable()
export class PruneAuditTrail {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: AuditStore,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns how many entries from before that time were deleted */
  async execute(before: Date): Promise<number> {
    let pruned = 0;
    for (let step = STEP; step === STEP; pruned += step) step = await this.step(before);
    return pruned;
  }

  private step(before: Date): Promise<number> {
    return this.transactions.run(async (tx) => {
      const count = await this.store.prune(tx, before, STEP);
      if (count > 0) await this.trail.record(tx, { action: 'audit.prune', counts: { events: count } });
      return count;
    });
  }
}
