import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { Organizations } from '@app/accounts';
import { Budgets, BudgetsModule, ReadSpending } from '@app/budgets';
import { CoreModule } from '@app/core';

const PARTS = [CoreModule.withoutKeys('operator'), BudgetsModule];

interface BudgetWork {
  budgets: Budgets;
  readSpending: ReadSpending;
  organizationId: string;
}

/** @param organization an id or exact name */
export const withBudgets = <T>(organization: string, work: (parts: BudgetWork) => Promise<T>): Promise<T> =>
  runWith(PARTS, async (app) => {
    const { id: organizationId } = await app.get(Organizations, { strict: false }).find(organization);
    return work({ budgets: app.get(Budgets), readSpending: app.get(ReadSpending), organizationId });
  });
