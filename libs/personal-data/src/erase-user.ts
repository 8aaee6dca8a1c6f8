import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { FindUser, RemoveUser } from '@app/auth';
import { EraseBelongings, type ErasedBelongings } from './erase-belongings';

export interface ErasureReport extends ErasedBelongings {
  /** The id that logs and the audit trail know the person by. */
  user: string;
}

/** The first look for what a request that was under way has brought back. */
const FIRST_ROUND = '1 minute';

/**
 * Erases a person: shut out at once, then everything that is theirs, the account last. It is written down before it
 * begins, so that the worker ends it where this process does not.
 */
@Injectable()
export class EraseUser {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindUser,
    private readonly users: RemoveUser,
    private readonly belongings: EraseBelongings,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` */
  async execute(userName: string): Promise<ErasureReport> {
    const { id: userId, organizationId } = await this.find.execute(userName);
    await this.db.transaction(async (tx) => {
      await this.users.shutOut(tx, userId);
      await tx.query(
        `INSERT INTO erasures (user_id, organization_id, due_at)
         VALUES ($1, $2, now() + interval '${FIRST_ROUND}')
         ON CONFLICT (user_id) DO UPDATE SET rounds = 0, due_at = excluded.due_at`,
        [userId, organizationId],
      );
      const subject = { type: 'user', id: userId } as const;
      await this.trail.record(tx, { action: 'user.erase', reason: 'begun', subject, organizationId });
    });
    return { user: userId, ...(await this.belongings.execute({ userId, organizationId })) };
  }
}
