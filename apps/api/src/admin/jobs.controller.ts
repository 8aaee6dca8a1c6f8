import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags, OmitType } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { OrganizationJobs } from '@app/job-records';
import { DeliveryAttemptDto, JOB, JobDto } from '../jobs/jobs.dto';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { ListDto, pageAnswer, PageQueryDto, pageRequest } from './page.dto';

class DeliverySummaryDto {
  @ApiProperty({ enum: ['pending', 'delivered', 'exhausted', 'gone'] }) state!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The host of the webhook address; null after the address was deleted',
  })
  host!: string | null;
}
class DeliveryReportDto extends DeliverySummaryDto {
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: DeliveryAttemptDto[];
}

class JobSummaryDto extends OmitType(JobDto, ['delivery']) {
  @ApiProperty({ description: 'Null until the job ends', type: DeliverySummaryDto, nullable: true })
  delivery!: DeliverySummaryDto | null;
}

class JobReportDto extends OmitType(JobDto, ['delivery']) {
  @ApiProperty({ description: 'Null until the job ends', type: DeliveryReportDto, nullable: true })
  delivery!: DeliveryReportDto | null;
}

class JobListDto extends ListDto {
  @ApiProperty({ type: [JobSummaryDto] }) data!: JobSummaryDto[];
}
class JobAnswerDto extends DoneDto {
  @ApiProperty({ type: JobReportDto }) data!: JobReportDto;
}

const { attempts, state } = JOB.delivery;
const SUMMARY = { ...JOB, delivery: { state, host: '127.0.0.1' } };
const REPORT = { ...JOB, delivery: { ...SUMMARY.delivery, attempts } };
const NO_JOB = 'There is no such job';

/** Shows the state of the organization's jobs and of their webhooks, without their owners and contents. */
@ApiTags('administration')
@Access({ roles: ['auditor', 'admin'] })
@Controller('jobs')
export class AdminJobsController {
  constructor(private readonly jobs: OrganizationJobs) {}

  @Get()
  @ApiOperation({
    operationId: 'listOrganizationJobs',
    summary: 'Jobs of your organization, newest first',
    description:
      'Shows only the host of a webhook address. The content and the owner of a job are not shown.',
  })
  @ApiAnswer(JobListDto, { success: true, message: 'Jobs', data: [SUMMARY], next_cursor: null })
  @ApiFailure(400, 'limit must be a whole number from 1 to 100', ['limit'])
  async list(@CurrentUser() { organizationId }: AuthUser, @Query() query: PageQueryDto) {
    const page = await this.jobs.page(organizationId, pageRequest(query));
    return pageAnswer('Jobs', page, (job) => job);
  }

  @Get(':job_id')
  @ApiOperation({
    operationId: 'getOrganizationJob',
    summary: 'The state of a job of your organization, with each attempt to deliver its webhook',
  })
  @ApiAnswer(JobAnswerDto, { success: true, message: 'Job', data: REPORT })
  @ApiFailure(404, NO_JOB)
  async read(@CurrentUser() { organizationId }: AuthUser, @Param('job_id') id: string) {
    return { success: true, message: 'Job', data: await this.jobs.show(id, organizationId) };
  }

  @Post(':job_id/redeliver')
  @HttpCode(202)
  @Access({ roles: ['admin'] })
  @ApiOperation({
    operationId: 'redeliverOrganizationJob',
    summary: 'Resends the webhook of a finished job to the address that its owner gave',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Delivery started' }, { status: 202 })
  @ApiFailure(404, NO_JOB)
  @ApiFailure(409, 'The job is not finished; its webhook is sent when it finishes')
  @ApiFailure(410, 'The result was deleted; there is nothing to deliver')
  async redeliver(
    @CurrentUser() { organizationId }: AuthUser,
    @Param('job_id') id: string,
  ): Promise<DoneDto> {
    await this.jobs.redeliver(id, organizationId);
    return { success: true, message: 'Delivery started' };
  }
}
