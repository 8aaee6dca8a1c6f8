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

const WHOSE: Readonly<Record<BudgetKind, string>> = {
  organization: 'of your organization',
  group: 'of your group',
  user: 'for you',
  key: 'of this API key',
};

/** After so long a call that is under way has ended, most likely. */
const SOON_S = 10;

/** The budget that a call does not fit into: rather one that is used up than one that other calls may use up. */
export function stopping(states: readonly BudgetState[], amount: Amount): BudgetState | undefined {
  const tight = states.filter((state) => !hasRoom(state, amountIn(state, amount)));
  return tight.find((state) => !hasRoom({ ...state, reserved: 0 }, amountIn(state, amount))) ?? tight[0];
}

/**
 * Whether a call finds the budget at its end, which the organization wants to know: not where calls under way take up what
 * it needs, nor where it needs more than a whole month has.
 */
export function endsFor(state: BudgetState, amount: Amount): boolean {
  const needed = amountIn(state, amount);
  return hasRoom({ ...state, used: 0, reserved: 0 }, needed) && !hasRoom({ ...state, reserved: 0 }, needed);
}

/** Which budget it is, what is left of it, and until when. */
export function budgetExceeded(state: BudgetState, amount: Amount, { end }: Month, now: Date): AppError {
  const { kind, unit, hard, used } = state;
  const budget = `The budget ${WHOSE[kind]} (${inWords(unit, hard ?? 0)} a month)`;
  const needed = amountIn(state, amount);
  if (hasRoom({ ...state, reserved: 0 }, needed))
    return new AppError(
      'budget_exceeded',
      `${budget} is taken up by calls under way; try again in ${SOON_S} s`,
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

/** @throws AppError `bad_request` where a hard budget in money applies, and nobody knows what the model costs */
export function assertPriced(budgets: readonly Budget[], { cost }: Amount): void {
  const unpriced = budgets.find(
    ({ unit, hard }) => hard !== null && unit !== TOKENS && unit !== cost?.currency,
  );
  if (unpriced)
    throw invalid(
      'model',
      `has no price in ${unpriced.unit}, in which the budget ${WHOSE[unpriced.kind]} is; choose another model`,
    );
}
