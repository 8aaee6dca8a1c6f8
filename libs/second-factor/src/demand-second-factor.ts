import { Injectable } from '@nestjs/common';
import { AccountsStore, LoginsStore, Organizations } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Transactions, type Transaction } from '@app/common';
import { ProviderLoginsStore } from '@app/single-sign-on';
import { SecondFactorsStore } from './second-factors.store';

/** Whether an organization requires a second factor. */
export interface SecondFactorDemand {
  id: string;
  name: string;
  secondFactor: 'required' | 'optional';
}

/** Sets whether an organization requires a second factor, for an operator or an admin. */
@Injectable()
export class DemandSecondFactor {
  constructor(
    private readonly organizations: Organizations,
    private readonly store: SecondFactorsStore,
    private readonly accounts: AccountsStore,
    private readonly logins: LoginsStore,
    private readonly providerLogins: ProviderLoginsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * If it is required, ends the password logins of users without a second factor. They set one up at the next login.
   *
   * @throws AppError `not_found`
   */
  async execute(idOrName: string, secondFactor: 'required' | 'optional'): Promise<SecondFactorDemand> {
    const { id, name } = await this.organizations.find(idOrName);
    await this.transactions.run(async (tx) => {
      const isRequired = secondFactor === 'required';
      await this.accounts.changeOrganization(tx, id, { secondFactorRequired: isRequired });
      if (isRequired) await this.endLoginsWithout(tx, id);
      await this.trail.record(tx, {
        action: 'second_factor.demand',
        reason: secondFactor,
        subject: { type: 'organization', id },
        organizationId: id,
      });
    });
    return { id, name, secondFactor };
  }

  /** Ends the password logins of users without a second factor. */
  private async endLoginsWithout(tx: Transaction, organizationId: string): Promise<void> {
    for await (const open of this.logins.openOf(tx, organizationId)) {
      const protectedUsers = await this.store.activeAmong(
        tx,
        open.map(({ userId }) => userId),
      );
      const without = open.flatMap(({ id, userId }) => (protectedUsers.has(userId) ? [] : [id]));
      const byProvider = await this.providerLogins.among(tx, without);
      await this.logins.endAll(
        tx,
        without.filter((id) => !byProvider.has(id)),
      );
    }
  }
}
