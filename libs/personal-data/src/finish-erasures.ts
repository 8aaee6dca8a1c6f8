import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Owner } from '@app/common';
import { EraseBelongings } from './erase-belongings';

/**
 * Looked again 1, 10 and 60 minutes after an erasure began: no answer, upload or job that was under way then takes as
 * long as that to write its last row.
 */
const NEXT = `
  UPDATE erasures SET rounds = rounds + 1,
    due_at = now() + CASE rounds WHEN 0 THEN interval '9 minutes' ELSE interval '50 minutes' END
  WHERE user_id = (SELECT user_id FROM erasures WHERE due_at <= now() ORDER BY due_at LIMIT 1
                   FOR UPDATE SKIP LOCKED)
  RETURNING user_id AS "userId", organization_id AS "organizationId", rounds`;
const ROUNDS = 3;

/** Ends erasures that broke off, and removes what requests under way have written after them. */
@Injectable()
export class FinishErasures {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly belongings: EraseBelongings,
  ) {}

  /** @param signal ends it after the person that it is at */
  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const [[due]] = await this.db.query<[(Owner & { rounds: number })[], number]>(NEXT);
      if (!due) return;
      await this.belongings.execute({ userId: due.userId, organizationId: due.organizationId });
      if (due.rounds >= ROUNDS) await this.db.query('DELETE FROM erasures WHERE user_id = $1', [due.userId]);
    }
  }
}
