import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Groups, Organizations } from '@app/accounts';
import { ENTITY_TYPES } from '@app/anonymization';
import { PeriodsStore, type AuditAction, type Period } from '@app/audit';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { monthOf } from '@app/budgets';
import { Clock, invalid } from '@app/common';
import { UsageStore } from '@app/usage';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { MonthDto, PrivacyReportAnswerDto } from './privacy-report.dto';

const EVENTS = {
  policy_changes: 'policy.set',
  restores: 'values.restore',
  shares: 'chat.share',
  exports: 'user.export',
} as const satisfies Record<string, AuditAction>;

/** What left the organization in a month, and what was hidden in it (contract: Privacy report). */
@ApiTags('administration')
@Access({ roles: ['auditor', 'admin'] })
@Controller('privacy-report')
export class AdminPrivacyReportController {
  constructor(
    private readonly trail: PeriodsStore,
    private readonly usage: UsageStore,
    private readonly organizations: Organizations,
    private readonly groups: Groups,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getPrivacyReport',
    summary: 'Calls, hidden values and events of a closed month, without a value or a person',
    description:
      'If your organization does not show usage per person, groups and models with fewer than 5 callers are left out. ' +
      'If the omitted ones had fewer than 5 callers together, the next smallest is left out too.',
  })
  @ApiAnswer(PrivacyReportAnswerDto, {
    success: true,
    message: 'Privacy report',
    data: {
      from: '2026-10-01T00:00:00.000Z',
      to: '2026-11-01T00:00:00.000Z',
      complete: true,
      calls: { all: 1840, failed: 12, recordings: 20, unprotected: 3, partly: 41 },
      values: { hidden: [{ kind: 'Names', values: 5210 }], left_in_clear: 64 },
      models: [{ of: 'demo-echo', calls: 1828 }],
      groups: [{ of: '019aa5bf-3c55-7f1d-8b1e-7f5f0b0f8a13', name: 'Legal', calls: 920 }],
      events: { policy_changes: 2, restores: 118, shares: 9, exports: 1, erasures: 0 },
    },
  })
  @ApiFailure(400, 'month must be a closed month, such as 2026-10', ['month'])
  async read(@CurrentUser() { organizationId }: AuthUser, @Query() { month }: MonthDto) {
    const { start: from, end: to } = monthOf(new Date(`${month}-01T00:00:00Z`));
    if (to > this.clock.now()) throw invalid('month', 'must be a closed month, such as 2026-10');
    const period: Period = { organizationId, from, to };
    const { hidden, leftInClear, calls, ...kinds } = await this.trail.calls(period, ENTITY_TYPES);
    const events = await this.trail.actions(period, Object.values(EVENTS));
    const count = (action: AuditAction): number => events.get(action) ?? 0;
    const data = {
      from: from.toISOString(),
      to: to.toISOString(),
      complete: await this.trail.isComplete(period),
      calls: { all: calls, ...kinds },
      values: { hidden, left_in_clear: leftInClear },
      models: await this.parts('model', period),
      groups: await this.named(organizationId, await this.parts('group', period)),
      events: {
        policy_changes: count(EVENTS.policy_changes),
        restores: count(EVENTS.restores),
        shares: count(EVENTS.shares),
        exports: count(EVENTS.exports),
        erasures: await this.trail.erased(period),
      },
    };
    return { success: true, message: 'Privacy report', data };
  }

  private async named(organizationId: string, parts: readonly { of: string | null; calls: number }[]) {
    const names = await this.groups.namesAmong(
      organizationId,
      parts.flatMap(({ of }) => of ?? []),
    );
    return parts.map(({ of, calls }) => ({ of, name: (of && names.get(of)) ?? null, calls }));
  }

  private async parts(by: 'model' | 'group', { organizationId, from, to }: Period) {
    const { usageByPerson: byPerson } = await this.organizations.find(organizationId);
    // The range of usage includes its end.
    const last = new Date(to.getTime() - 1);
    const shares = await this.usage.shares(organizationId, { by, from, to: last, byPerson });
    return shares.map(({ of, requests }) => ({ of, calls: requests })).toSorted((a, b) => b.calls - a.calls);
  }
}
