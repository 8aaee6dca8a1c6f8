import { Injectable } from '@nestjs/common';
import { Organizations } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Clock, Transactions } from '@app/common';
import { SecondFactorsStore } from './second-factors.store';

/** Whether an organization requires a second factor. */
export interface SecondFactorDemand {
  id: string;
  name: string;
  secondFactor: 'required' | 'optional';
}

/** Sets whether an organization requires a second factor, for an operator. */
@Injectable()
export class DemandSecondFactor {
  constructor(
    private readonly organizations: Organizations,
    private readonly store: SecondFactorsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * If it is required, ends the password logins of users without a second factor. They set one up at the next login.
   *
   * @throws AppError `not_found`
   */
  async execute(idOrName: string, secondFactor: 'required' | 'optional'): Promise<SecondFactorDemand> {
    const { id, name } = await this.organizations.find(idOrName);
    await this.transactions.run(async (tx) => {
      await this.store.demand(tx, id, secondFactor === 'required');
      if (secondFactor === 'required') await this.store.endLoginsWithout(tx, id, this.clock.now());
      await this.trail.record(tx, {
        action: 'second_factor.demand',
        reason: secondFactor,
        subject: { type: 'organization', id },
        organizationId: id,
      });
    });
    return { id, name, secondFactor };
  }
}
