/** What a budget counts: tokens, or money by its currency (ISO 4217). */
export type Unit = string;

export const TOKENS = 'tokens';

/** For whom a budget is. */
export const BUDGET_KINDS = ['organization', 'group', 'user', 'key'] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** How much may be used in a calendar month (UTC): whole tokens, or millionths of the currency. */
export interface Thresholds {
  unit: Unit;
  /** From here on the organization is told; null: it is not. */
  soft: number | null;
  /** No more than this; null: no end. */
  hard: number | null;
}

/** The one that an organization's budget is for, by kind and id. */
export interface BudgetRef {
  organizationId: string;
  kind: BudgetKind;
  /** Of the organization itself, or of its group, user or key. */
  subjectId: string;
}

export interface Budget extends Thresholds, BudgetRef {
  id: string;
  /** Grows with every change that the count in Redis does not know of. */
  revision: number;
  /** The first day of the last month in which the organization was told, as `YYYY-MM-DD`. */
  warnedIn: string | null;
  exceededIn: string | null;
}

/** What a budget's month has seen so far, in its unit. */
export interface Used {
  used: number;
  /** What calls under way may use yet. */
  reserved: number;
}

export type BudgetState = Budget & Used;

/** A calendar month (UTC). */
export interface Month {
  /** As `YYYY-MM-01`. */
  day: string;
  start: Date;
  /** The first moment of the next one. */
  end: Date;
}

export function monthOf(time: Date): Month {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  return { day: start.toISOString().slice(0, 10), start, end: new Date(Date.UTC(year, month + 1, 1)) };
}

/** What is left until the budget's end, or where it has none until its warning; never less than 0. */
export const remainingOf = ({ soft, hard, used, reserved }: BudgetState): number =>
  Math.max(0, (hard ?? soft ?? 0) - used - reserved);

/** Whether so much more may be used, with all that calls under way may use. */
export const hasRoom = ({ hard, used, reserved }: Thresholds & Used, amount: number): boolean =>
  hard === null || used + reserved + amount <= hard;

/** The one of which the least is left; where they count tokens and money, the one of the two with the smaller part left. */
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

/** An amount as people write it: tokens, or units of the currency. */
export const fromAmount = (unit: Unit, amount: number): number =>
  unit === TOKENS ? amount : amount / MICROS;

/** @returns the amount as it is counted; undefined for one that is not whole, below 0 or too large to count exactly */
export function toAmount(unit: Unit, written: number): number | undefined {
  const amount = unit === TOKENS ? written : Math.round(written * MICROS);
  const isExact =
    unit === TOKENS || Math.abs(amount / MICROS - written) < Number.EPSILON * Math.max(1, written);
  return Number.isSafeInteger(amount) && amount >= 0 && amount <= LARGEST && isExact ? amount : undefined;
}

/** A thousand million of a currency, or 10^15 tokens: sums of them are exact in doubles, as Redis adds. */
const LARGEST = 1e15;

/** `812 tokens`, `3.25 EUR`. */
export const inWords = (unit: Unit, amount: number): string => `${fromAmount(unit, amount)} ${unit}`;
