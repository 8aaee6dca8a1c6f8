import { Injectable } from '@nestjs/common';
import { Organizations } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Clock, Transactions } from '@app/common';
import { SecondFactorsStore } from './second-factors.store';

/** Whether an organization's people need a second factor. */
export interface SecondFactorDemand {
  id: string;
  name: string;
  secondFactor: 'required' | 'optional';
}

/** An operator demands a second factor of an organization's people, or no longer. */
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
   * Where it is demanded, whoever logged in by a password and has none is out at once, and sets one up at the next login.
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
