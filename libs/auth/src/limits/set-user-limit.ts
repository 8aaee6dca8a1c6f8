import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AuditTrail } from '@app/audit';
import type { RateLimitKind } from '@app/config';
import { FindUser } from '../users/find-user';
import { UserRow } from '../users/user.entity';
import { limitChange, withLimit } from './change-limit';
import type { StoredLimits } from './stored-limits';

/** A user and the limits of its own. */
export interface UserLimits {
  id: string;
  userName: string;
  rateLimits: StoredLimits;
}

/** Gives a user a limit of its own, or takes it away. It holds from the user's next request on. */
@Injectable()
export class SetUserLimit {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly find: FindUser,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @param rate as settings write it, `300/1m`; not given: the user's own limit is removed
   * @throws AppError `not_found`, or `bad_request` for what is no rate
   */
  async execute(userName: string, kind: RateLimitKind, rate: string | undefined): Promise<UserLimits> {
    const { id, organizationId } = await this.find.execute(userName);
    return this.db.transaction(async (tx) => {
      const row = await tx.findOneOrFail(UserRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
      const rateLimits = withLimit(row.rateLimits, kind, rate);
      await tx.update(UserRow, { id }, { rateLimits });
      const subject = { type: 'user', id } as const;
      await this.trail.record(tx, { ...limitChange(kind, rate), subject, organizationId });
      return { id, userName: row.userName, rateLimits };
    });
  }
}
