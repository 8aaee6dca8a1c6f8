import { Injectable } from '@nestjs/common';
import { AccountsStore } from '@app/accounts';
import { Transactions } from '@app/common';
import { OrganizationEvents } from '@app/webhooks';

/** Notifies an organization that logins of one of its users are refused for a while after too many failures. */
@Injectable()
export class AnnounceLock {
  constructor(
    private readonly accounts: AccountsStore,
    private readonly transactions: Transactions,
    private readonly events: OrganizationEvents,
  ) {}

  /** @param loginName the normalized name; unknown names are ignored */
  async execute(loginName: string): Promise<void> {
    if (loginName.includes('\0')) return;
    const user = await this.accounts.account(loginName);
    if (!user) return;
    const { id, organizationId } = user;
    await this.transactions.runFor({ organizationId }, (tx) =>
      this.events.emit(tx, { type: 'account.locked', organizationId, data: { user_id: id } }),
    );
  }
}
