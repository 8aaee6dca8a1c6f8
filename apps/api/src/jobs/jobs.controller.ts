import { Body, Controller, Delete, Get, Header, Headers, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { SUPPORTED_LANGUAGES } from '@app/anonymization';
import { SubmitAnonymization } from '@app/anonymization-jobs';
import { Access, CurrentUser, RequiresGrant, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DeleteJob, OwnJob, type JobReport } from '@app/job-records';
import { caseOfRequest } from '../auth/require-scope';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { JsonBody, OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAcceptance, setAcceptance } from './acceptance';
import {
  JOB,
  JobAcceptedDto,
  JobDto,
  JobResultDto,
  RedeliverJobDto,
  resultAddress,
  SubmitAnonymizationDto,
} from './jobs.dto';

@ApiTags('jobs')
@Access({ roles: ROLES, scope: 'jobs' })
@Controller('job')
export class JobsController {
  constructor(
    private readonly submitAnonymization: SubmitAnonymization,
    private readonly ownJob: OwnJob,
    private readonly deleteJob: DeleteJob,
  ) {}

  @Post('anonymize')
  @HttpCode(202)
  @RateLimit('jobs')
  @RequiresGrant('anonymize')
  @JsonBody('text')
  @ApiOperation({
    operationId: 'submitAnonymization',
    summary: 'Submits a text for anonymization',
    description:
      'The result comes by webhook: `{"job_id","status":"completed","anonymized_text"}`, or `{"job_id","status":"failed","error"}`.',
  })
  @ApiAcceptance(JobAcceptedDto, { success: true, message: 'Job accepted', response_code: 202 })
  @ApiFailure(400, `lang must be one of ${SUPPORTED_LANGUAGES}`, ['lang'])
  async anonymize(
    @CurrentUser() owner: AuthUser,
    @Body() { text, lang, choices, anonymized, case_id, restorable, ...address }: SubmitAnonymizationDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JobAcceptedDto> {
    const caseId = caseOfRequest(owner, case_id);
    const accepted = await this.submitAnonymization.execute({
      owner,
      text,
      lang,
      ...(choices && { choices }),
      ...(anonymized != null && { anonymized }),
      ...(caseId !== undefined && { caseId }),
      ...(restorable != null && { restorable }),
      ...resultAddress(address),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    setAcceptance(response, accepted);
    return { success: true, message: 'Job accepted', response_code: 202 };
  }

  @Get(':job_id')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'getJob', summary: 'The state of a job and of its webhook' })
  @ApiAnswer(JobDto, JOB)
  @ApiFailure(404, 'There is no such job')
  async read(@CurrentUser() owner: AuthUser, @Param('job_id') id: string): Promise<JobReport> {
    return this.ownJob.report(id, owner);
  }

  @Get(':job_id/result')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @ApiOperation({ operationId: 'getJobResult', summary: 'The webhook body of a job that ended' })
  @ApiAnswer(JobResultDto, {
    job_id: JOB.job_id,
    status: 'completed',
    anonymized_text: '[NAME_1] can be reached at [EMAIL_1].',
  })
  @ApiFailure(404, 'There is no such job')
  @ApiFailure(
    409,
    'The job is not finished; its result is sent by webhook and is available here when it finishes',
  )
  @ApiFailure(410, 'The result was deleted')
  async result(@CurrentUser() owner: AuthUser, @Param('job_id') id: string): Promise<string> {
    return this.ownJob.result(id, owner);
  }

  @Post(':job_id/redeliver')
  @HttpCode(202)
  @ApiOperation({
    operationId: 'redeliverJob',
    summary: "Resends a finished job's webhook with the same webhook-id",
  })
  @OptionalBody()
  @ApiAnswer(
    JobAcceptedDto,
    { success: true, message: 'Delivery started', response_code: 202 },
    { status: 202 },
  )
  @ApiFailure(400, 'webhook_url must be an https address that this service may deliver to', ['webhook_url'])
  @ApiFailure(404, 'There is no such job')
  @ApiFailure(409, 'The job is not finished; its webhook is sent when it finishes')
  @ApiFailure(410, 'The result was deleted; there is nothing to deliver')
  async redeliver(
    @CurrentUser() owner: AuthUser,
    @Param('job_id') id: string,
    @Body() { webhook_url: webhookUrl }: RedeliverJobDto,
  ): Promise<JobAcceptedDto> {
    await this.ownJob.redeliver(id, owner, webhookUrl ?? undefined);
    return { success: true, message: 'Delivery started', response_code: 202 };
  }

  @Delete(':job_id')
  @ApiOperation({
    operationId: 'deleteJob',
    summary: 'Cancels a job, or erases the data of a finished one',
    description: 'A cancelled job ends as `failed` with `Cancelled`, and its webhook reports this.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Job erased' })
  @ApiFailure(404, 'There is no such job')
  async remove(
    @CurrentUser() owner: AuthUser,
    @Param('job_id') id: string,
  ): Promise<{ success: true; message: string }> {
    const done = await this.deleteJob.execute(id, owner);
    return { success: true, message: `Job ${done}` };
  }
}
