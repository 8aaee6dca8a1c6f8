import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { newId } from '@app/common';
import { REDIS } from '@app/queue';
import type { Budget, BudgetState, Month, Used } from '../budget';
import { amountIn, type Amount, type Reservation } from './reservation';
import { BEGIN, FINISH, RESERVE, SETTLE } from './scripts';
import type { KnownUse } from './spending.store';

/** The lifetime of a count before it is rebuilt, and of the reservation of a call that is never settled. */
export const LEASE_MS = 10 * 60_000;
/** A process that builds a count has finished by then, or died. */
const MAKING_MS = 10_000;

/** The answer of the counts in Redis to a call. */
export type Answer =
  | { outcome: 'granted' | 'refused'; states: BudgetState[] }
  | { outcome: 'stale'; budgets: Budget[] };

/** Counts the budgets' months in Redis for all processes. Every method throws if Redis is unreachable. */
@Injectable()
export class RedisCounts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Checks all budgets atomically, and reserves the call in each if all have room.
   *
   * @param id if absent, nothing is reserved
   */
  async reserve(
    budgets: readonly Budget[],
    { id = '', month, now, amount }: { id?: string; month: Month; now: Date; amount: Amount },
  ): Promise<Answer> {
    const each = budgets.flatMap((budget) => [budget.revision, amountIn(budget, amount), budget.hard ?? '']);
    const keys = budgets.map((budget) => keyOf(budget, month));
    const [outcome, ...seen] = (await this.redis.eval(
      RESERVE,
      keys.length,
      ...keys,
      id,
      now.getTime(),
      ...each,
    )) as [Answer['outcome'], ...(string | number)[]];
    if (outcome === 'stale') return { outcome, budgets: seen.map((place) => budgets[Number(place) - 1]!) };
    const states = budgets.map((budget, i) => ({
      ...budget,
      used: Number(seen[2 * i]),
      reserved: Number(seen[2 * i + 1]),
    }));
    return { outcome, states };
  }

  /**
   * @param month the month in which the call ended, which it counts toward
   * @returns the budgets with a known usage
   */
  async settle(
    { id, budgets, month: begun }: Pick<Reservation, 'id' | 'budgets' | 'month'>,
    spent: Amount,
    month: Month,
  ): Promise<(Budget & Pick<Used, 'used'>)[]> {
    const keys = budgets.map((budget) => keyOf(budget, begun));
    if (month.day !== begun.day) {
      await this.redis.del(...keys, ...budgets.map((budget) => keyOf(budget, month)));
      return [];
    }
    const amounts = budgets.map((budget) => amountIn(budget, spent));
    const used = (await this.redis.eval(SETTLE, keys.length, ...keys, id, ...amounts)) as (number | '')[];
    return budgets.flatMap((budget, i) => (used[i] === '' ? [] : [{ ...budget, used: Number(used[i]) }]));
  }

  /** Builds a count from PostgreSQL's data. Does nothing if that data is outdated. */
  async make(
    budget: Budget,
    { month, now }: { month: Month; now: Date },
    read: () => Promise<KnownUse | undefined>,
  ): Promise<void> {
    const key = keyOf(budget, month);
    const token = await this.begin(key, budget, now);
    if (token === '') return;
    const known = await read();
    if (!known) return;
    const kept = month.end.getTime() - now.getTime() + LEASE_MS;
    const until = now.getTime() + LEASE_MS;
    const open = Object.entries(known.open).flat();
    const { revision, used, reserved } = known;
    await this.redis.eval(FINISH, 1, key, token, revision, until, kept, used, reserved, ...open);
  }

  private async begin(key: string, { revision }: Budget, now: Date): Promise<string> {
    return String(await this.redis.eval(BEGIN, 1, key, newId(), MAKING_MS, revision, now.getTime()));
  }
}

/** The hash tag in braces keeps an organization's keys on one server of a Redis cluster. */
const keyOf = ({ organizationId, id }: Budget, { day }: Month): string =>
  `budget:{${organizationId}}:${id}:${day}`;
