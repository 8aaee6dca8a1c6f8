import { Injectable } from '@nestjs/common';
import { Users } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Transactions } from '@app/common';
import { EraseBelongings, type ErasedBelongings } from './erase-belongings';
import { ErasuresStore } from './erasures.store';

export interface ErasureReport extends ErasedBelongings {
  /** The id that logs and the audit trail know the person by. */
  user: string;
}

/**
 * Erases a person: shut out at once, then everything that is theirs, the account last. It is written down before it
 * begins, so that the worker ends it where this process does not.
 */
@Injectable()
export class EraseUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly users: Users,
    private readonly erasures: ErasuresStore,
    private readonly belongings: EraseBelongings,
    private readonly trail: AuditTrail,
  ) {}

  /** @throws AppError `not_found` */
  async execute(userName: string): Promise<ErasureReport> {
    const { id: userId, organizationId } = await this.users.find(userName);
    await this.transactions.run(async (tx) => {
      await this.users.shutOut(tx, userId);
      await this.erasures.begin(tx, { userId, organizationId });
      const subject = { type: 'user', id: userId } as const;
      await this.trail.record(tx, { action: 'user.erase', reason: 'begun', subject, organizationId });
    });
    return { user: userId, ...(await this.belongings.execute({ userId, organizationId })) };
  }
}
