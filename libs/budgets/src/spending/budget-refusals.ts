import { AppError, invalid } from '@app/common';
import {
  hasRoom,
  inWords,
  TOKENS,
  type Budget,
  type BudgetKind,
  type BudgetState,
  type Month,
} from '../budget';
import { amountIn, type Amount } from './reservation';

const SUBJECTS: Readonly<Record<BudgetKind, string>> = {
  organization: 'of your organization',
  group: 'of your group',
  user: 'for you',
  key: 'of this API key',
};

/** The time after which a running call has probably ended. */
const SOON_S = 10;

/** Returns the budget that refuses a call, preferring one that is used up to one that running calls reserve. */
export function stopping(states: readonly BudgetState[], amount: Amount): BudgetState | undefined {
  const tight = states.filter((state) => !hasRoom(state, amountIn(state, amount)));
  return tight.find((state) => !hasRoom({ ...state, reserved: 0 }, amountIn(state, amount))) ?? tight[0];
}

/**
 * Returns whether the budget counts as used up, so that the organization is notified. It does not if running calls
 * reserve the rest, or if the call needs more than a whole month's budget.
 */
export function endsFor(state: BudgetState, amount: Amount): boolean {
  const needed = amountIn(state, amount);
  return hasRoom({ ...state, used: 0, reserved: 0 }, needed) && !hasRoom({ ...state, reserved: 0 }, needed);
}

/** Returns the refusal with the budget, what is left of it, and when it resets. */
export function budgetExceeded(state: BudgetState, amount: Amount, { end }: Month, now: Date): AppError {
  const { kind, unit, hard, used } = state;
  const budget = `The budget ${SUBJECTS[kind]} (${inWords(unit, hard ?? 0)} a month)`;
  const needed = amountIn(state, amount);
  if (hasRoom({ ...state, reserved: 0 }, needed))
    return new AppError(
      'budget_exceeded',
      `${budget} is reserved by running calls; try again in ${SOON_S} s`,
      { retryAfterS: SOON_S },
    );
  const left = Math.max(0, (hard ?? 0) - used);
  const why =
    left === 0
      ? 'is used up'
      : `has ${inWords(unit, left)} left, and this call may need ${inWords(unit, needed)}`;
  return new AppError(
    'budget_exceeded',
    `${budget} ${why}; a new month begins at ${end.toISOString()}, and an admin can raise it`,
    {
      retryAfterS: Math.ceil((end.getTime() - now.getTime()) / 1000),
      retry: false,
    },
  );
}

/** @throws AppError `bad_request` if a hard limit in money applies and the model has no price */
export function assertPriced(budgets: readonly Budget[], { cost }: Amount): void {
  const unpriced = budgets.find(
    ({ unit, hard }) => hard !== null && unit !== TOKENS && unit !== cost?.currency,
  );
  if (unpriced)
    throw invalid(
      'model',
      `has no price in ${unpriced.unit}, the unit of the budget ${SUBJECTS[unpriced.kind]}; choose another model`,
    );
}
