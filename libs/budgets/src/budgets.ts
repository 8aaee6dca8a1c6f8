import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, invalid, isId, Transactions } from '@app/common';
import { readPage, type Page, type PageRequest } from '@app/accounts';
import { PriceCalls } from '@app/usage';
import { TOKENS, toAmount, type Budget, type BudgetRef } from './budget';
import { BudgetsStore, type ManagedBudget } from './budgets.store';
import { CountBudgets } from './spending/count-budgets';

/** Limits as people write them: whole tokens, or units of the currency. */
export interface WrittenThresholds {
  /** `tokens`, or the currency of the prices. */
  unit: string;
  soft?: number | null;
  hard?: number | null;
}

/** Manages budgets for admins and the operator. */
@Injectable()
export class Budgets {
  constructor(
    private readonly store: BudgetsStore,
    private readonly counting: CountBudgets,
    private readonly prices: PriceCalls,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
  ) {}

  page(organizationId: string, request: PageRequest): Promise<Page<ManagedBudget>> {
    return readPage(
      request,
      (limit) => this.store.page(organizationId, { ...request, limit }),
      (budget) => budget,
    );
  }

  /** @throws AppError `not_found` if the budget does not exist */
  async find(ref: BudgetRef): Promise<ManagedBudget> {
    const budget = isId(ref.subjectId) ? await this.store.find(ref) : undefined;
    if (budget?.kind !== ref.kind) throw notFound();
    return budget;
  }

  /**
   * Sets a budget, replacing the previous one. Earlier usage of this month counts.
   *
   * @throws AppError `bad_request` for invalid limits, `not_found` if there is no such group, user or key
   */
  async set(ref: BudgetRef, written: WrittenThresholds): Promise<Budget> {
    const unit = this.unitOf(written);
    const [soft, hard] = (['soft', 'hard'] as const).map((field) => readAmount(unit, field, written[field]));
    const thresholds = { unit, soft: soft ?? null, hard: hard ?? null };
    if (thresholds.soft === null && thresholds.hard === null)
      throw invalid('hard', 'is missing; expected hard, soft or both');
    if (thresholds.soft !== null && thresholds.hard !== null && thresholds.soft > thresholds.hard)
      throw invalid('soft', 'must not be more than hard');
    if (!isId(ref.subjectId) || !(await this.store.hasSubject(ref)))
      throw new AppError('not_found', `There is no such ${ref.kind}`);
    const { organizationId } = ref;
    return this.transactions.runFor({ organizationId }, async (tx) => {
      const budget = await this.store.put(tx, ref, thresholds);
      await this.counting.ofOne(tx, budget);
      const subject = { type: 'budget', id: budget.id } as const;
      const counts = Object.fromEntries(
        Object.entries({ soft: budget.soft, hard: budget.hard }).filter(([, value]) => value !== null),
      ) as Record<string, number>;
      await this.trail.record(tx, { action: 'budget.set', subject, organizationId, counts });
      return budget;
    });
  }

  /** @throws AppError `not_found` if the budget does not exist */
  async remove(ref: BudgetRef): Promise<void> {
    const { id, organizationId } = await this.find(ref);
    await this.transactions.runFor({ organizationId }, async (tx) => {
      if (!(await this.store.remove(tx, ref))) throw notFound();
      await this.trail.record(tx, {
        action: 'budget.remove',
        subject: { type: 'budget', id },
        organizationId,
      });
    });
  }

  private unitOf({ unit }: WrittenThresholds): string {
    const { currency } = this.prices;
    if (unit === TOKENS || (currency !== undefined && unit === currency)) return unit;
    const money =
      currency === undefined
        ? '; budgets in money require prices, which the operator sets (LLM_PRICES)'
        : ` or ${currency}`;
    throw invalid('unit', `must be ${TOKENS}${money}`);
  }
}

function readAmount(unit: string, field: string, written: number | null | undefined): number | null {
  if (written === null || written === undefined) return null;
  const amount = toAmount(unit, written);
  if (amount !== undefined) return amount;
  const form = unit === TOKENS ? 'a whole number of tokens' : 'an amount with at most 6 decimals';
  throw invalid(field, `must be ${form}, 0 or more`);
}

const notFound = (): AppError => new AppError('not_found', 'There is no such budget');
