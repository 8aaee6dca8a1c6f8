import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/common';
import { managerOf } from '@app/database';

/** Deletes what events carried, or events altogether, in the caller's transaction. */
@Injectable()
export class EraseEvents {
  /** Address and body go; state and attempts stay. What was not delivered never will be. */
  async contents(transaction: Transaction, subjectIds: readonly string[]): Promise<void> {
    const tx = managerOf(transaction);
    await tx.query(
      `UPDATE webhook_deliveries SET url = NULL, body = NULL,
         state = CASE state WHEN 'pending' THEN 'gone' ELSE state END,
         finished_at = coalesce(finished_at, now())
       WHERE subject_id = ANY($1::uuid[])`,
      [subjectIds],
    );
  }

  /** @returns how many there were */
  async rows(transaction: Transaction, subjectIds: readonly string[]): Promise<number> {
    const tx = managerOf(transaction);
    const [, count] = await tx.query<[unknown[], number]>(
      'DELETE FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[])',
      [subjectIds],
    );
    return count;
  }

  /** Those of the subjects whose event is still to be delivered. */
  async pending(transaction: Transaction, subjectIds: readonly string[]): Promise<Set<string>> {
    const tx = managerOf(transaction);
    const rows = await tx.query<{ subject_id: string }[]>(
      `SELECT subject_id FROM webhook_deliveries WHERE subject_id = ANY($1::uuid[]) AND state = 'pending'`,
      [subjectIds],
    );
    return new Set(rows.map((row) => row.subject_id));
  }

  /** Subjects whose event ended so long ago that what it carried may go: given up 30 days, or delivered `afterMs` ago. */
  async due(transaction: Transaction, afterMs: number, limit: number): Promise<string[]> {
    const tx = managerOf(transaction);
    const rows = await tx.query<{ subject_id: string }[]>(
      `SELECT subject_id FROM webhook_deliveries
       WHERE state <> 'pending' AND body IS NOT NULL AND finished_at <= now() - make_interval(secs => $1)
         AND (state = 'delivered' OR finished_at <= now() - interval '30 days')
       ORDER BY finished_at LIMIT $2`,
      [afterMs / 1000, limit],
    );
    return rows.map((row) => row.subject_id);
  }
}
