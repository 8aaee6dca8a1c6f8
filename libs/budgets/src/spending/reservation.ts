import type { Caller } from '@app/common';
import type { Cost } from '@app/usage';
import { TOKENS, type Budget, type Month } from '../budget';

/** The maximum or actual usage of a call. */
export interface Amount {
  tokens: number;
  /** Absent for a model without a price. */
  cost?: Cost;
}

/** A running call and the budgets that it counts toward. */
export interface Reservation {
  id: string;
  caller: Caller;
  model: string;
  month: Month;
  budgets: readonly Budget[];
}

/** Returns the amount in the unit of a budget. Money in another currency than the prices' counts as zero. */
export function amountIn({ unit }: Pick<Budget, 'unit'>, { tokens, cost }: Amount): number {
  if (unit === TOKENS) return tokens;
  return cost?.currency === unit ? cost.micros : 0;
}
