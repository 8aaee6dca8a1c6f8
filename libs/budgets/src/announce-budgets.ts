import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { Transactions } from '@app/common';
import { OrganizationEvents } from '@app/webhooks';
import type { Budget, Month } from './budget';
import { BudgetsStore, type Announced } from './budgets.store';

/** Notifies an organization, once a month per budget, that a budget reached its soft limit or is used up. */
@Injectable()
export class AnnounceBudgets {
  constructor(
    private readonly store: BudgetsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly events: OrganizationEvents,
  ) {}

  async execute(budget: Budget, what: Announced, { day }: Month): Promise<void> {
    const told = what === 'warned' ? budget.warnedIn : budget.exceededIn;
    if (told !== null && told >= day) return;
    const { id, organizationId } = budget;
    await this.transactions.runFor({ organizationId }, async (tx) => {
      if (!(await this.store.note(tx, budget, what, day))) return;
      const action = what === 'warned' ? 'budget.warn' : 'budget.exceed';
      await this.trail.record(tx, { action, subject: { type: 'budget', id }, organizationId });
      await this.events.emit(tx, { type: `budget.${what}`, organizationId, data: { budget_id: id } });
    });
  }
}
