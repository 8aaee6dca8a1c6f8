/**
 * Budgets: limits on the monthly usage of models by an organization, a group, a user or a key, and their current usage.
 */
export {
  BUDGET_KINDS,
  fromAmount,
  inWords,
  monthOf,
  remainingOf,
  scarcest,
  type Budget,
  type BudgetKind,
  type BudgetRef,
  type BudgetState,
  type Month,
} from './budget';
export type { ManagedBudget } from './budgets.store';
export { Budgets, type WrittenThresholds } from './budgets';
export { BudgetsModule, SpendingModule } from './budgets.module';
export { CountBudgets } from './spending/count-budgets';
export { EndedCallsStore, type EndedCall } from './spending/ended-calls.store';
export { ReadSpending } from './spending/read-spending';
export type { Reservation } from './spending/reservation';
export { Spending, type PlannedCall } from './spending/spending';
export { SpendingStore } from './spending/spending.store';
export { restoredReservations } from './spending/restored-reservations.store';
