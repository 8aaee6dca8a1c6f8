import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { Spending } from '@app/budgets';
import { ROLES } from '@app/common';
import { BUDGET, OwnBudgetsDto, toBudgetDto } from '../admin/budgets.dto';
import { ApiAnswer } from '../openapi/api-answer.decorator';

@ApiTags('usage')
@Access({ roles: ROLES, scope: 'usage' })
@Controller('budget')
export class BudgetController {
  constructor(private readonly spending: Spending) {}

  @Get()
  @ApiOperation({
    operationId: 'getOwnBudgets',
    summary: 'The budgets that your calls count toward, and their state',
    description:
      'Budgets of the calling key, of you, of your groups and of your organization. An empty list if ' +
      'there are none.',
  })
  @ApiAnswer(OwnBudgetsDto, { success: true, message: 'Budgets', data: [BUDGET] })
  async read(@CurrentUser() user: AuthUser): Promise<OwnBudgetsDto> {
    const now = new Date();
    const data = (await this.spending.read(user)).map((budget) => toBudgetDto(budget, now));
    return { success: true, message: 'Budgets', data };
  }
}
