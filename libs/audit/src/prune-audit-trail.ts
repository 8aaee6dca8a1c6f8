import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from './audit-trail';

/** Rows that one transaction deletes. */
const STEP = 5_000;

/**
 * Deletes the oldest entries, on an operator's word alone: nothing in the service calls this by itself. It needs a
 * role that may delete from the table, which that of api and worker need not be. That it was done is an entry too.
 */
@Injectable()
export class PruneAuditTrail {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  /** @returns how many entries from before that time were deleted */
  async execute(before: Date): Promise<number> {
    let pruned = 0;
    for (let step = STEP; step === STEP; pruned += step) step = await this.step(before);
    return pruned;
  }

  private step(before: Date): Promise<number> {
    return this.db.transaction(async (tx) => {
      // What the table's trigger asks for, in this transaction alone.
      await tx.query(`SELECT set_config('privacy_chat.prune_audit', 'yes', true)`);
      const [, count] = await tx.query<[unknown[], number]>(
        `DELETE FROM audit_events WHERE id IN (
           SELECT id FROM audit_events WHERE at < $1 ORDER BY at LIMIT $2)`,
        [before, STEP],
      );
      if (count > 0) await this.trail.record(tx, { action: 'audit.prune', counts: { events: count } });
      return count;
    });
  }
}
