import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Organizations } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { UsageStore, type UsageCount } from '@app/usage';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { readDateRange } from './read-date-range';
import { TokenUsageDto, UsageDto } from './usage.dto';

const COUNT = { total_tokens: 118, prompt_tokens: 71, completion_tokens: 47, requests: 1 };

@ApiTags('usage')
@Access({ roles: ROLES, scope: 'usage' })
@Controller('get-token-usage')
export class UsageController {
  constructor(
    private readonly usage: UsageStore,
    private readonly organizations: Organizations,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'getTokenUsage',
    summary: 'Usage of your organization between two points in time, both included',
    description:
      '`by_day` lists UTC days with usage. In `by_model`, a model with fewer than 5 callers has only ' +
      'your own calls and those of service accounts, unless the organization shows usage per person. The range is at most 400 days.',
  })
  @ApiAnswer(UsageDto, {
    success: true,
    message: 'Token usage',
    data: {
      organization_id: '019aa5bf-1c55-7f1d-8b1e-7f5f0b0f8a11',
      start_date: '2026-11-01T00:00:00.000Z',
      end_date: '2026-11-30T23:59:59.999Z',
      ...COUNT,
      by_model: [{ model: 'demo-echo', ...COUNT }],
      by_day: [{ date: '2026-11-21', total_tokens: 118 }],
    },
  })
  @ApiFailure(400, 'start_date must not be after end_date', ['start_date'])
  async read(@CurrentUser() caller: AuthUser, @Body() { start_date, end_date }: TokenUsageDto) {
    const { organizationId } = caller;
    const { from, to } = readDateRange(start_date, end_date);
    const { byModel, byDay, ...total } = await this.usage.report(organizationId, from, to);
    const { usageByPerson: byPerson } = await this.organizations.find(organizationId);
    const shown = await this.usage.byModelFor(caller, byModel, { from, to, byPerson });
    return {
      success: true,
      message: 'Token usage',
      data: {
        organization_id: organizationId,
        start_date: from.toISOString(),
        end_date: to.toISOString(),
        ...count(total),
        by_model: shown.map(({ model, ...used }) => ({ model, ...count(used) })),
        by_day: byDay.map(({ date, totalTokens }) => ({ date, total_tokens: totalTokens })),
      },
    };
  }
}

const count = (used: UsageCount) => ({
  total_tokens: used.totalTokens,
  prompt_tokens: used.promptTokens,
  completion_tokens: used.completionTokens,
  requests: used.requests,
});
