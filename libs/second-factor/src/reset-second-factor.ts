import { Injectable } from '@nestjs/common';
import { LoginsStore, Users, type User, type UserRef } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, Transactions } from '@app/common';
import { SecondFactorsStore } from './second-factors.store';

/** Removes a user's second factor and recovery codes for an operator or an admin, after the user lost the app. */
@Injectable()
export class ResetSecondFactor {
  constructor(
    private readonly users: Users,
    private readonly store: SecondFactorsStore,
    private readonly logins: LoginsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Also ends the user's logins, because another person may have the app.
   *
   * @throws AppError `not_found`, `conflict`
   */
  async execute(ref: UserRef): Promise<User> {
    const user = await this.users.find(ref);
    const { id, organizationId } = user;
    await this.transactions.run(async (tx) => {
      if (!(await this.store.remove(tx, id)))
        throw new AppError('conflict', 'This user has no second factor');
      await this.logins.endAllOfUser(tx, id);
      const subject = { type: 'user', id } as const;
      await this.trail.record(tx, { action: 'second_factor.reset', subject, organizationId });
    });
    return user;
  }
}
