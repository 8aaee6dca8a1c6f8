import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner, Transaction } from '@app/common';
import { managerOf } from '@app/database';

/**
 * Whether the first round performs the erasure (`now`), or the caller does and the first round only repeats it
 * (`after-this`).
 */
export type FirstRound = 'now' | 'after-this';

/**
 * The erasure is repeated 1, 10 and 60 minutes after its start. Answers, uploads and jobs that were running write their
 * last row before that.
 */
const NEXT = `
  UPDATE erasures SET rounds = rounds + 1,
    due_at = now() + CASE rounds WHEN -1 THEN interval '1 minute' WHEN 0 THEN interval '9 minutes'
      ELSE interval '50 minutes' END
  WHERE user_id = (SELECT user_id FROM erasures WHERE due_at <= now() ORDER BY due_at LIMIT 1
                   FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId", organization_id AS "organizationId", rounds`;
const ROUNDS = 3;

/** A due erasure, already scheduled for its next round. */
export interface DueErasure extends Owner {
  /** Whether this is the last round. */
  isLast: boolean;
}

/** Stores the erasures that have started. */
@Injectable()
export class ErasuresStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Starts or restarts an erasure. */
  async begin(tx: Transaction, { userId, organizationId }: Owner, first: FirstRound): Promise<void> {
    await managerOf(tx).query(
      `INSERT INTO erasures (user_id, organization_id, rounds, due_at)
       VALUES ($1, $2, $3::smallint, now() + CASE WHEN $3::smallint < 0 THEN interval '0' ELSE interval '1 minute' END)
       ON CONFLICT (user_id) DO UPDATE SET rounds = excluded.rounds, due_at = excluded.due_at`,
      [userId, organizationId, first === 'now' ? -1 : 0],
    );
  }

  /** Returns the longest due erasure, if any. Skips those that another process has locked. */
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
