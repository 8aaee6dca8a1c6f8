import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { ALL_OWNERS, type Caller, type Owner, type Transaction } from '@app/common';
import { inScope, managerOf, runIn, runOnce, runPrepared, statement, type Statement } from '@app/database';
import { hasRoom, type Budget, type BudgetState, type Month, type Used } from '../budget';
import { amountIn, type Amount } from './reservation';

/** A budget's usage this month according to PostgreSQL. */
export interface KnownUse extends Used {
  id: string;
  revision: number;
  /** The reservation of each running call, by its id. */
  open: Readonly<Record<string, number>>;
}

/** A part of a month that has all its calls in the table. */
export interface CertainSpan {
  /** The start of the month. */
  start: Date;
  until: Date;
}

interface KnownRow {
  id: string;
  revision: string;
  used: string;
  open: Record<string, number>;
}

/** Joins a row of finished or running calls with its budgets. */
const COUNTS = (table: string) => `
  ${table}.organization_id = $1
  AND (of_key IS NULL OR ${table}.key_id = of_key) AND (of_user IS NULL OR ${table}.user_id = of_user)
  AND (of_group IS NULL OR of_group = ANY (${table}.group_ids))`;

const IN_UNIT = (tokens: string) =>
  `CASE WHEN unit = 'tokens' THEN ${tokens} WHEN currency = unit THEN cost_micros ELSE 0 END`;

/** The usage of a budget from `$3` to `$4`, in one month. Starts from the stored sum if there is one. */
const USED = `
  (CASE WHEN counted_until BETWEEN $3 AND $4 THEN counted ELSE 0 END) +
  (SELECT coalesce(sum(${IN_UNIT('prompt_tokens::bigint + completion_tokens')}), 0) FROM token_usage
   WHERE ${COUNTS('token_usage')} AND token_usage.created_at < $4
     AND token_usage.created_at >= CASE WHEN counted_until BETWEEN $3 AND $4 THEN counted_until ELSE $3 END)`;

/** One snapshot, so that a call that ends moves atomically from reserved to used. */
const KNOWN = `
  SELECT budgets.id, budgets.revision, ${USED} AS used,
    (SELECT coalesce(jsonb_object_agg(under_way.id, ${IN_UNIT('tokens')}), '{}') FROM budget_reservations AS under_way
     WHERE ${COUNTS('under_way')} AND under_way.expires_at > $5) AS open
  FROM budgets WHERE organization_id = $1 AND id = ANY ($2)`;

const FORGOTTEN_AFTER = `interval '1 day'`;

/** Stores used and reserved amounts in PostgreSQL, from which the counts in Redis are built. */
@Injectable()
export class SpendingStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  async known(
    { organizationId }: Pick<Caller, 'organizationId'>,
    budgets: readonly Budget[],
    month: Month,
    now: Date,
  ): Promise<KnownUse[]> {
    const query = statement(KNOWN, valuesOf(organizationId, budgets, month, now));
    return (await runOnce<KnownRow>(this.db, query, { organizationId })).rows.map(toKnown);
  }

  /** Adds the reservation of a running call. */
  async add(owner: Caller, id: string, amount: Amount, expiresAt: Date): Promise<void> {
    await runPrepared(this.db, adding(owner, id, amount, expiresAt), owner);
  }

  /**
   * Decides by PostgreSQL alone, one call after the other, whether all budgets have room, and if so, adds the
   * reservation. Invalidates the counts in Redis.
   *
   * @returns the previous used and reserved amounts, and whether the call may proceed
   */
  async decide(
    owner: Caller,
    { id, budgets, month, now, amount, expiresAt }: Decision,
  ): Promise<{ states: BudgetState[]; granted: boolean }> {
    const { organizationId } = owner;
    return inScope(this.db, { organizationId }, async (tx) => {
      const ids = budgets.map((budget) => budget.id);
      const lock =
        'SELECT id FROM budgets WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE';
      await tx.query(lock, [organizationId, ids]);
      const rows = await tx.query<KnownRow[]>(KNOWN, valuesOf(organizationId, budgets, month, now));
      const known = new Map(rows.map((row) => [row.id, toKnown(row)]));
      const states = budgets.flatMap((budget) => {
        const { used, reserved } = known.get(budget.id) ?? {};
        return used === undefined || reserved === undefined ? [] : [{ ...budget, used, reserved }];
      });
      const granted = states.every((state) => hasRoom(state, amountIn(state, amount)));
      if (granted) await this.addDecided(tx, owner, { id, ids, amount, expiresAt });
      return { states, granted };
    });
  }

  /** Ends a reservation without stored usage. */
  async end(owner: Caller, id: string): Promise<void> {
    await runPrepared(this.db, endingOf(owner, id), owner);
  }

  /** Deletes the reservations of dead processes. */
  async deleteExpired(now: Date): Promise<void> {
    const query = `DELETE FROM budget_reservations WHERE expires_at < $1::timestamptz - ${FORGOTTEN_AFTER}`;
    await runOnce(this.db, statement(query, [now]), ALL_OWNERS);
  }

  /** Returns budgets that were not summed up to a time. */
  async uncounted(until: Date, limit: number): Promise<Pick<Budget, 'id' | 'organizationId'>[]> {
    const query = statement(
      `SELECT id, organization_id AS "organizationId" FROM budgets
       WHERE counted_until IS NULL OR counted_until < $1 ORDER BY id LIMIT $2`,
      [until, limit],
    );
    return (await runOnce<Pick<Budget, 'id' | 'organizationId'>>(this.db, query, ALL_OWNERS)).rows;
  }

  /** Stores a budget's summed usage. */
  async count(
    tx: Transaction,
    { id, organizationId }: Pick<Budget, 'id' | 'organizationId'>,
    { start, until }: CertainSpan,
  ): Promise<void> {
    // A concurrent count waits and then reads the new state.
    await managerOf(tx).query(
      `UPDATE budgets SET counted = ${USED}, counted_until = $4
       WHERE organization_id = $1 AND id = $2 AND (counted_until IS NULL OR counted_until < $4)`,
      [organizationId, id, start, until],
    );
  }

  /**
   * Removes the user from an erased user's reservations.
   *
   * @returns the number of reservations
   */
  async forgetUser({ organizationId, userId }: Owner): Promise<number> {
    const query = statement('DELETE FROM budget_reservations WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ]);
    return (await runOnce(this.db, query, { organizationId })).count;
  }

  private async addDecided(
    tx: EntityManager,
    owner: Caller,
    { id, ids, amount, expiresAt }: Pick<Decision, 'id' | 'amount' | 'expiresAt'> & { ids: string[] },
  ): Promise<void> {
    const { organizationId } = owner;
    const changed = 'UPDATE budgets SET revision = revision + 1 WHERE organization_id = $1 AND id = ANY ($2)';
    await runIn(tx, [adding(owner, id, amount, expiresAt), statement(changed, [organizationId, ids])]);
  }
}

export interface Decision {
  id: string;
  budgets: readonly Budget[];
  month: Month;
  now: Date;
  amount: Amount;
  expiresAt: Date;
}

const valuesOf = (organizationId: string, budgets: readonly Budget[], { start, end }: Month, now: Date) => [
  organizationId,
  budgets.map(({ id }) => id),
  start,
  end,
  now,
];

const adding = (
  { organizationId, userId, key, groups }: Caller,
  id: string,
  { tokens, cost }: Amount,
  expiresAt: Date,
): Statement =>
  statement(
    `INSERT INTO budget_reservations
       (id, organization_id, user_id, key_id, group_ids, tokens, cost_micros, currency, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      organizationId,
      userId,
      key?.id ?? null,
      groups ?? [],
      tokens,
      cost?.micros ?? null,
      cost?.currency ?? null,
      expiresAt,
    ],
  );

/** Returns the statement that ends a reservation. */
export const endingOf = ({ organizationId }: Caller, id: string): Statement =>
  statement('DELETE FROM budget_reservations WHERE id = $1 AND organization_id = $2', [id, organizationId]);

function toKnown({ id, revision, used, open }: KnownRow): KnownUse {
  const reserved = Object.values(open).reduce((sum, amount) => sum + Number(amount), 0);
  return { id, revision: Number(revision), used: Number(used), reserved, open };
}
