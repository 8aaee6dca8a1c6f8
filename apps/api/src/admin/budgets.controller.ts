import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Organizations } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { BUDGET_KINDS, Budgets, monthOf, ReadSpending, type ManagedBudget } from '@app/budgets';
import { UsageStore } from '@app/usage';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  BUDGET,
  BudgetAnswerDto,
  BudgetListDto,
  BudgetRefDto,
  SetBudgetDto,
  toBudgetDto,
  type BudgetDto,
} from './budgets.dto';
import { pageAnswer, PageQueryDto, pageRequest } from './page.dto';

const NO_BUDGET = 'There is no such budget';
const KIND_UNKNOWN = `kind must be one of ${BUDGET_KINDS.join(', ')}`;

@ApiTags('administration')
@Access({ roles: ['auditor', 'admin'] })
@Controller('budgets')
export class AdminBudgetsController {
  constructor(
    private readonly budgets: Budgets,
    private readonly readSpending: ReadSpending,
    private readonly organizations: Organizations,
    private readonly usage: UsageStore,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listBudgets',
    summary: 'Budgets of your organization and of its groups, users and keys, oldest first',
    description:
      "The usage of a user, of a user's key, and of a group with fewer than 5 callers this month is " +
      'shown only if your organization shows usage per person.',
  })
  @ApiAnswer(BudgetListDto, { success: true, message: 'Budgets', data: [BUDGET], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: PageQueryDto) {
    const { items, next } = await this.budgets.page(organizationId, pageRequest(query));
    const shown = await this.show(organizationId, items);
    return pageAnswer('Budgets', { items: shown, next }, (budget) => budget);
  }

  @Get(':kind/:subject_id')
  @ApiOperation({
    operationId: 'getBudget',
    summary: 'The budget of your organization, or of one of its groups, users or keys',
  })
  @ApiAnswer(BudgetAnswerDto, { success: true, message: 'Budget', data: BUDGET })
  @ApiFailure(400, KIND_UNKNOWN, ['kind'])
  @ApiFailure(404, NO_BUDGET)
  async read(@CurrentUser() { organizationId }: AuthUser, @Param() { kind, subject_id }: BudgetRefDto) {
    const budget = await this.budgets.find({ organizationId, kind, subjectId: subject_id });
    return this.answer('Budget', budget);
  }

  @Put(':kind/:subject_id')
  @Access({ roles: ['admin'] })
  @ApiOperation({
    operationId: 'setBudget',
    summary: 'Sets a budget per calendar month (UTC), replacing the previous one',
    description: 'Applies from the next call. What was used earlier this month counts.',
  })
  @ApiAnswer(BudgetAnswerDto, { success: true, message: 'Budget set', data: BUDGET })
  @ApiFailure(400, 'soft must not be more than hard', ['soft'])
  @ApiFailure(404, 'There is no such group')
  async set(
    @CurrentUser() { organizationId }: AuthUser,
    @Param() { kind, subject_id: subjectId }: BudgetRefDto,
    @Body() thresholds: SetBudgetDto,
  ) {
    const ref = { organizationId, kind, subjectId };
    await this.budgets.set(ref, thresholds);
    return this.answer('Budget set', await this.budgets.find(ref));
  }

  @Delete(':kind/:subject_id')
  @Access({ roles: ['admin'] })
  @ApiOperation({ operationId: 'deleteBudget', summary: 'Removes a budget' })
  @ApiAnswer(DoneDto, { success: true, message: 'Budget removed' })
  @ApiFailure(400, KIND_UNKNOWN, ['kind'])
  @ApiFailure(404, NO_BUDGET)
  async remove(
    @CurrentUser() { organizationId }: AuthUser,
    @Param() { kind, subject_id: subjectId }: BudgetRefDto,
  ): Promise<DoneDto> {
    await this.budgets.remove({ organizationId, kind, subjectId });
    return { success: true, message: 'Budget removed' };
  }

  private async answer(message: string, budget: ManagedBudget) {
    const [data] = await this.show(budget.organizationId, [budget]);
    return { success: true, message, data };
  }

  private async show(organizationId: string, budgets: readonly ManagedBudget[]): Promise<BudgetDto[]> {
    const { usageByPerson } = await this.organizations.find(organizationId);
    const now = new Date();
    const isShown = usageByPerson ? () => true : await this.showing(organizationId, budgets, now);
    return (await this.readSpending.execute(budgets)).map((budget) =>
      toBudgetDto(budget, now, isShown(budget)),
    );
  }

  /**
   * Returns which budgets may show their usage. Without usage per person, those of users and of small groups may not.
   */
  private async showing(
    organizationId: string,
    budgets: readonly ManagedBudget[],
    now: Date,
  ): Promise<(budget: ManagedBudget) => boolean> {
    if (!budgets.some(({ kind }) => kind === 'group')) return ({ personal }) => !personal;
    const { start: from, end: to } = monthOf(now);
    const large = await this.usage.largeShares(organizationId, { by: 'group', from, to });
    return ({ kind, personal, subjectId }) => !personal && (kind !== 'group' || large.has(subjectId));
  }
}
