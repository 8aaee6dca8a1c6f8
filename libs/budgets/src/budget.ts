/** What a budget counts: tokens, or money by its currency (ISO 4217). */
export type Unit = string;

export const TOKENS = 'tokens';

/** The kinds of subjects of a budget. */
export const BUDGET_KINDS = ['organization', 'group', 'user', 'key'] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** Limits per calendar month (UTC), in whole tokens or millionths of the currency. */
export interface Thresholds {
  unit: Unit;
  /** The amount at which the organization is notified; null: it is not. */
  soft: number | null;
  /** The maximum amount; null: unlimited. */
  hard: number | null;
}

/** The subject of an organization's budget, by kind and id. */
export interface BudgetRef {
  organizationId: string;
  kind: BudgetKind;
  /** The id of the organization itself, or of its group, user or key. */
  subjectId: string;
}

export interface Budget extends Thresholds, BudgetRef {
  id: string;
  /** Incremented by every change that the count in Redis does not include. */
  revision: number;
  /** The first day of the last month in which the organization was notified, as `YYYY-MM-DD`. */
  warnedIn: string | null;
  exceededIn: string | null;
}

/** A budget's usage this month, in its unit. */
export interface Used {
  used: number;
  /** The maximum further usage of running calls. */
  reserved: number;
}

export type BudgetState = Budget & Used;

/** A calendar month (UTC). */
export interface Month {
  /** As `YYYY-MM-01`. */
  day: string;
  start: Date;
  /** The start of the next month. */
  end: Date;
}

export function monthOf(time: Date): Month {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  return { day: start.toISOString().slice(0, 10), start, end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** Returns what is left until the hard limit or, without one, the soft limit; at least 0. */
export const remainingOf = ({ soft, hard, used, reserved }: BudgetState): number =>
  Math.max(0, (hard ?? soft ?? 0) - used - reserved);

/** Returns whether an amount fits in addition to the reservations of running calls. */
export const hasRoom = ({ hard, used, reserved }: Thresholds & Used, amount: number): boolean =>
  hard === null || used + reserved + amount <= hard;

/** Returns the budget with the least left. If budgets count both tokens and money, the smaller fraction decides. */
export function scarcest(budgets: readonly BudgetState[]): BudgetState | undefined {
  const least = new Map<Unit, BudgetState>();
  for (const budget of budgets) {
    const known = least.get(budget.unit);
    if (!known || remainingOf(budget) < remainingOf(known)) least.set(budget.unit, budget);
  }
  return [...least.values()].toSorted((a, b) => partLeft(a) - partLeft(b))[0];
}

const partLeft = (budget: BudgetState): number =>
  remainingOf(budget) / Math.max(1, budget.hard ?? budget.soft ?? 1);

const MICROS = 1_000_000;

/** Returns an amount as people write it: tokens, or units of the currency. */
export const fromAmount = (unit: Unit, amount: number): number =>
  unit === TOKENS ? amount : amount / MICROS;

/** @returns the amount as it is counted; undefined if it is not whole, negative or too large to count exactly */
export function toAmount(unit: Unit, written: number): number | undefined {
  const amount = unit === TOKENS ? written : Math.round(written * MICROS);
  const isExact =
    unit === TOKENS || Math.abs(amount / MICROS - written) < Number.EPSILON * Math.max(1, written);
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= LARGEST && isExact ? amount : undefined;
}

/** A thousand million of a currency, or 10^15 tokens. Redis adds doubles, which represent such sums exactly. */
const LARGEST = 1e15;

/** Formats an amount such as `812 tokens` or `3.25 EUR`. */
export const inWords = (unit: Unit, amount: number): string => `${fromAmount(unit, amount)} ${unit}`;
