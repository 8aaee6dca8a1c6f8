import { Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ReadHeads } from '@app/audit';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { DatabaseState, VERSION } from '@app/common';
import { MainKeyUse } from '@app/data-keys';
import { OrganizationJobs } from '@app/job-records';
import { BackupTimes, Heartbeats } from '@app/operation';
import { StoredDeliveries } from '@app/webhooks';
import { ApiAnswer } from '../openapi/api-answer.decorator';
import { DescribeDeployment } from './describe-deployment';
import { STATUS, StatusAnswerDto, type StatusDto } from './status.dto';

/** Shows the configuration of the service and the running work of an organization. */
@ApiTags('administration')
@Access({ roles: ['admin'] })
@Controller('status')
export class StatusController {
  constructor(
    private readonly deployment: DescribeDeployment,
    private readonly database: DatabaseState,
    private readonly mainKeys: MainKeyUse,
    private readonly jobs: OrganizationJobs,
    private readonly deliveries: StoredDeliveries,
    private readonly heads: ReadHeads,
    private readonly heartbeats: Heartbeats,
    private readonly backups: BackupTimes,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getStatus',
    summary: 'Versions, engines, retention, key rotation, and running work of your organization',
    description:
      'Returns names, numbers and times. Settings apply to the whole deployment. Jobs, deliveries and ' +
      "the audit trail are your organization's only. Data keys are counted over all organizations.",
  })
  @ApiAnswer(StatusAnswerDto, { success: true, message: 'Status', data: STATUS })
  async read(@CurrentUser() { organizationId }: AuthUser) {
    const data: StatusDto = {
      versions: await this.versions(),
      ...(await this.deployment.execute()),
      keys: await this.keys(),
      jobs: await this.backlog(organizationId),
      deliveries: await this.deliveries.countPending(organizationId),
      audit: await this.trail(organizationId),
      workers: await this.workers(),
      last_backup: (await this.backups.lastSuccess())?.toISOString() ?? null,
    };
    return { success: true, message: 'Status', data };
  }

  private async versions(): Promise<StatusDto['versions']> {
    const pending = await this.database.pendingMigrations();
    return {
      service: VERSION,
      node: process.versions.node,
      postgresql: await this.database.version(),
      pending_migrations: pending.length,
    };
  }

  private async keys(): Promise<StatusDto['keys']> {
    const { encrypts, mainKeys, old } = await this.mainKeys.rotation();
    return { encrypts, main_keys: mainKeys, old_data_keys: old };
  }

  private async backlog(organizationId: string): Promise<StatusDto['jobs']> {
    const backlog = await this.jobs.backlog(organizationId);
    return backlog.map(({ oldestS, ...of }) => ({ ...of, oldest_waiting_seconds: Math.round(oldestS) }));
  }

  private async workers(): Promise<StatusDto['workers']> {
    const workers = await this.heartbeats.workers();
    return workers.map(({ queues, version, startedAt, seenS }) => ({
      version,
      queues,
      started_at: startedAt.toISOString(),
      seen_seconds_ago: Math.round(seenS),
    }));
  }

  private async trail(organizationId: string): Promise<StatusDto['audit']> {
    const { chains, waiting } = await this.heads.execute(organizationId);
    return {
      chains: chains.map(({ chain, seq, hash }) => ({ chain, seq, hash })),
      unsealed: { count: waiting.count, oldest: waiting.oldest },
    };
  }
}
