import type { Caller } from '@app/common';
import type { Cost, UsageInput } from '@app/usage';
import { TOKENS, type Budget, type Month } from '../budget';

/** What a call may use at most, or has used. */
export interface Amount {
  tokens: number;
  /** Not given for a model without a price. */
  cost?: Cost;
}

/** A call under way, and the budgets that it counts for. */
export interface Reservation {
  id: string;
  caller: Caller;
  model: string;
  month: Month;
  budgets: readonly Budget[];
  /** Ends it, in the statement that keeps what the call used. */
  ending: NonNullable<UsageInput['ending']>;
}

/** Of that in the unit of a budget; money in another currency than the prices' counts nothing. */
export function amountIn({ unit }: Pick<Budget, 'unit'>, { tokens, cost }: Amount): number {
  if (unit === TOKENS) return tokens;
  return cost?.currency === unit ? cost.micros : 0;
}
