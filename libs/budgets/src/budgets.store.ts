import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { AccountsStore, ApiKeysStore, GroupsStore } from '@app/accounts';
import { newId, type Caller, type Transaction } from '@app/common';
import { inScope, managerOf, runOnce, runPrepared, statement } from '@app/database';
import type { Budget, BudgetKind, BudgetRef, Thresholds } from './budget';
import { BudgetRow } from './budget.entity';

interface Page {
  after?: string;
  limit: number;
}

/** A budget as admins and the operator see it. */
export interface ManagedBudget extends Budget {
  /** Whether it shows the usage of one person: it is a user's, or a key's that does not belong to a service account. */
  personal: boolean;
}

/** An announcement about a budget, once a month. */
export type Announced = 'warned' | 'exceeded';

type Numbers = 'revision' | 'soft' | 'hard';
/** PostgreSQL returns bigint as text. */
type Read = Omit<Budget, Numbers> & Record<Numbers, string | null>;

const COLUMNS = `
  budgets.id, budgets.organization_id AS "organizationId",
  CASE WHEN of_key IS NOT NULL THEN 'key' WHEN of_user IS NOT NULL THEN 'user'
       WHEN of_group IS NOT NULL THEN 'group' ELSE 'organization' END AS kind,
  coalesce(of_key, of_user, of_group, organization_id) AS "subjectId",
  unit, soft, hard, revision, warned_in::text AS "warnedIn", exceeded_in::text AS "exceededIn"`;

const OF_WHOM = '(coalesce(of_key, of_user, of_group, organization_id))';

const APPLYING = `
  SELECT ${COLUMNS} FROM budgets
  WHERE organization_id = $1
    AND (coalesce(of_key, of_user, of_group) IS NULL OR of_user = $2 OR of_key = $3 OR of_group = ANY ($4))
  ORDER BY id`;

/** Stores budgets. */
@Injectable()
export class BudgetsStore {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly accounts: AccountsStore,
    private readonly groups: GroupsStore,
    private readonly keys: ApiKeysStore,
  ) {}

  /** Returns budgets in the order of their creation. */
  async page(organizationId: string, { after, limit }: Page): Promise<ManagedBudget[]> {
    const query = statement(
      `SELECT ${COLUMNS} FROM budgets
       WHERE organization_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
      [organizationId, after, limit],
    );
    const { rows } = await runOnce<Read>(this.db, query, { organizationId });
    return this.managed(organizationId, rows);
  }

  /**
   * Returns the budgets that a caller's calls count toward: those of the key, the user, the user's groups and the
   * organization.
   */
  async applying({ organizationId, userId, key, groups }: Caller): Promise<Budget[]> {
    const query = statement(APPLYING, [organizationId, userId, key?.id ?? null, groups ?? []]);
    return (await runPrepared<Read>(this.db, query, { organizationId })).map(toBudget);
  }

  async find({ organizationId, subjectId }: BudgetRef): Promise<ManagedBudget | undefined> {
    const query = statement(`SELECT ${COLUMNS} FROM budgets WHERE organization_id = $1 AND ${OF_WHOM} = $2`, [
      organizationId,
      subjectId,
    ]);
    const { rows } = await runOnce<Read>(this.db, query, { organizationId });
    return (await this.managed(organizationId, rows))[0];
  }

  /** Returns whether the organization has this group, user or key. */
  async hasSubject({ organizationId, kind, subjectId }: BudgetRef): Promise<boolean> {
    const ref = { id: subjectId, organizationId };
    switch (kind) {
      case 'organization':
        return subjectId === organizationId;
      case 'group':
        return (await this.groups.find(ref)) !== null;
      case 'user':
        return (await this.accounts.member(ref)) !== null;
      case 'key':
        return this.keys.has(ref);
    }
  }

  /** Replaces the previous budget. Announcements start again. */
  async put(
    tx: Transaction,
    { organizationId, kind, subjectId }: BudgetRef,
    { unit, soft, hard }: Thresholds,
  ): Promise<Budget> {
    const manager = managerOf(tx);
    // This statement comes first because it also locks the organization's budgets.
    await this.accounts.changeOrganization(tx, organizationId, { budgeted: true });
    const of = (one: BudgetKind): string | null => (kind === one ? subjectId : null);
    const rows = await manager.query<Read[]>(
      `INSERT INTO budgets (id, organization_id, of_group, of_user, of_key, unit, soft, hard)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (organization_id, ${OF_WHOM}) DO UPDATE
         SET unit = $6, soft = $7, hard = $8, revision = budgets.revision + 1,
             warned_in = NULL, exceeded_in = NULL, counted = 0, counted_until = NULL
       RETURNING ${COLUMNS}`,
      [newId(), organizationId, of('group'), of('user'), of('key'), unit, soft, hard],
    );
    return toBudget(rows[0]!);
  }

  /** @returns the deleted budget */
  async remove(
    tx: Transaction,
    { organizationId, subjectId }: BudgetRef,
  ): Promise<{ id: string } | undefined> {
    const manager = managerOf(tx);
    await this.accounts.lockedOrganization(tx, organizationId);
    const [rows] = await manager.query<[{ id: string }[], number]>(
      `DELETE FROM budgets WHERE organization_id = $1 AND ${OF_WHOM} = $2 RETURNING id`,
      [organizationId, subjectId],
    );
    const budgeted = await manager.existsBy(BudgetRow, { organizationId });
    await this.accounts.changeOrganization(tx, organizationId, { budgeted });
    return rows[0];
  }

  /** Invalidates the counts in Redis for budgets of one organization. */
  async distrust(organizationId: string, ids: readonly string[]): Promise<void> {
    const query = 'UPDATE budgets SET revision = revision + 1 WHERE organization_id = $1 AND id = ANY ($2)';
    await inScope(this.db, { organizationId }, (tx) => tx.query(query, [organizationId, ids]));
  }

  /**
   * @param month the first day of the month
   * @returns whether this is the first record of this month
   */
  async note(
    tx: Transaction,
    { id, organizationId }: Budget,
    what: Announced,
    month: string,
  ): Promise<boolean> {
    const column = what === 'warned' ? 'warned_in' : 'exceeded_in';
    const [rows] = await managerOf(tx).query<[unknown[], number]>(
      `UPDATE budgets SET ${column} = $3
       WHERE id = $1 AND organization_id = $2 AND (${column} IS NULL OR ${column} < $3::date) RETURNING id`,
      [id, organizationId, month],
    );
    return rows.length > 0;
  }

  /** Adds to each budget whether it shows the usage of one person. */
  private async managed(organizationId: string, rows: readonly Read[]): Promise<ManagedBudget[]> {
    const ofKeys = rows.flatMap(({ kind, subjectId }) => (kind === 'key' ? [subjectId] : []));
    const personal = await this.keys.ofPersons(organizationId, ofKeys);
    return rows.map((row) => ({
      ...toBudget(row),
      personal: row.kind === 'user' || (row.kind === 'key' && personal.has(row.subjectId)),
    }));
  }
}

const toBudget = ({ soft, hard, revision, ...read }: Read): Budget => ({
  ...read,
  soft: toNumber(soft),
  hard: toNumber(hard),
  revision: Number(revision),
});

const toNumber = (value: string | null): number | null => (value === null ? null : Number(value));
