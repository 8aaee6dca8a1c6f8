import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner, Transaction } from '@app/common';
import { managerOf } from '@app/database';

/**
 * Whether whoever begins an erasure does all of it, so that the first round is the first look for what a request that
 * was under way has brought back; or the first round is to do it.
 */
export type FirstRound = 'now' | 'after-this';

/**
 * Looked again 1, 10 and 60 minutes after an erasure began: no answer, upload or job that was under way then takes as
 * long as that to write its last row.
 */
const NEXT = `
  UPDATE erasures SET rounds = rounds + 1,
    due_at = now() + CASE rounds WHEN -1 THEN interval '1 minute' WHEN 0 THEN interval '9 minutes'
      ELSE interval '50 minutes' END
  WHERE user_id = (SELECT user_id FROM erasures WHERE due_at <= now() ORDER BY due_at LIMIT 1
                   FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId", organization_id AS "organizationId", rounds`;
const ROUNDS = 3;

/** An erasure that is due, counted on to its next round. */
export interface DueErasure extends Owner {
  /** Whether there is no round after this one. */
  isLast: boolean;
}

/** The rows of erasures that have begun. */
@Injectable()
export class ErasuresStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Begins one, or begins it anew. */
  async begin(tx: Transaction, { userId, organizationId }: Owner, first: FirstRound): Promise<void> {
    await managerOf(tx).query(
      `INSERT INTO erasures (user_id, organization_id, rounds, due_at)
       VALUES ($1, $2, $3::smallint, now() + CASE WHEN $3::smallint < 0 THEN interval '0' ELSE interval '1 minute' END)
       ON CONFLICT (user_id) DO UPDATE SET rounds = excluded.rounds, due_at = excluded.due_at`,
      [userId, organizationId, first === 'now' ? -1 : 0],
    );
  }

  /** The one that is due for longest, if any; what another process takes at this moment is passed over. */
  async takeDue(): Promise<DueErasure | undefined> {
    const [[due]] = await this.db.query<[(Owner & { rounds: number })[], number]>(NEXT);
    if (!due) return undefined;
    const { rounds, ...owner } = due;
    return { ...owner, isLast: rounds >= ROUNDS };
  }

  async end(userId: string): Promise<void> {
    await this.db.query('DELETE FROM erasures WHERE user_id = $1', [userId]);
  }
}
