import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Organizations } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { AppError } from '@app/common';
import { UsageStore } from '@app/usage';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { readDateRange } from '../usage/read-date-range';
import { ApiTimeRange } from '../usage/usage.dto';
import { toShareDto, UsageByAnswerDto, UsageByDto } from './usage.dto';

const SHARE = { total_tokens: 118, prompt_tokens: 71, completion_tokens: 47, requests: 1 };

@ApiTags('administration')
@Access({ roles: ['auditor', 'admin'] })
@Controller('usage')
export class AdminUsageController {
  constructor(
    private readonly usage: UsageStore,
    private readonly organizations: Organizations,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getOrganizationUsage',
    summary: 'Usage of your organization by day, model, group, key or user',
    description:
      'A call counts for each group that its user belonged to at the time of the call. Usage by user ' +
      'is shown only if your organization shows usage per person. Otherwise all keys of users are one ' +
      'sum, and groups and models with fewer than 5 callers are left out. If the omitted ones had ' +
      'fewer than 5 callers together, the next smallest is left out too. The range is at most 400 days.',
  })
  @ApiTimeRange()
  @ApiAnswer(UsageByAnswerDto, {
    success: true,
    message: 'Usage',
    data: [{ of: 'demo-echo', ...SHARE, costs: [{ currency: 'EUR', amount: 0.000165 }] }],
  })
  @ApiFailure(400, 'start_date must not be after end_date', ['start_date'])
  @ApiFailure(403, 'Your organization does not show usage per person; the operator can allow it')
  async read(@CurrentUser() { organizationId }: AuthUser, @Query() { by, start_date, end_date }: UsageByDto) {
    const range = readDateRange(start_date, end_date);
    const { usageByPerson: byPerson } = await this.organizations.find(organizationId);
    if (by === 'user' && !byPerson)
      throw new AppError(
        'forbidden',
        'Your organization does not show usage per person; the operator can allow it',
      );
    const shares = await this.usage.shares(organizationId, { by, ...range, byPerson });
    return { success: true, message: 'Usage', data: shares.map(toShareDto) };
  }
}
