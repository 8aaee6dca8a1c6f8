import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  UploadedFile,
  UseInterceptors,
  type StreamableFile,
} from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, Public, RequiresGrant, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { SubmitFile } from '@app/files';
import { ResultFiles } from '@app/job-files';
import { caseOfRequest } from '../auth/require-scope';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { readLink, SignedLinkDto } from '../http/signed-link.dto';
import { ApiAcceptance, setAcceptance } from '../jobs/acceptance';
import { JOB, resultAddress } from '../jobs/jobs.dto';
import type { StoredUpload } from '../jobs/receive-form.interceptor';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { FileJobAcceptedDto, SubmitFileDto } from './files.dto';
import { ApiFileAnswer } from './files.documentation';
import { ReceiveFile } from './receive-file.interceptor';
import { sendFile } from './send-file';

@ApiTags('jobs')
@Access({ roles: ROLES, scope: 'jobs' })
@Controller('job')
export class FileJobsController {
  constructor(private readonly submit: SubmitFile) {}

  @Post('anonymize-file')
  @HttpCode(202)
  @RateLimit('jobs')
  @RequiresGrant('anonymize')
  @StreamedBody()
  @UseInterceptors(ReceiveFile)
  @ApiConsumes('multipart/form-data')
  @ApiOperation({
    operationId: 'submitFile',
    summary: 'Submits a file for anonymization',
    description:
      'The result comes by webhook: `{"job_id","status":"completed","file_url","report"}`, or ' +
      '`{"job_id","status":"failed","error"}`. `file_url` returns the file, needs no token, and expires. `GET ' +
      'job/{job_id}/result` returns a new one. Parts may come in any order.',
  })
  @ApiAcceptance(FileJobAcceptedDto, { status: 'accepted', job_id: JOB.job_id })
  @ApiFailure(400, 'file must not be empty', ['file'])
  @ApiFailure(413, 'The content is too large: at most 26214400 bytes are accepted')
  @ApiFailure(415, 'Content-Type must be multipart/form-data')
  async anonymize(
    @CurrentUser() owner: AuthUser,
    @UploadedFile() file: StoredUpload | undefined,
    @Body() { webhook_url, delivery, case_id, file: _file, ...fields }: SubmitFileDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FileJobAcceptedDto> {
    if (!file) throw invalid('file', 'must be a part with a file');
    const caseId = caseOfRequest(owner, case_id);
    const accepted = await this.submit.execute({
      owner,
      upload: file.upload,
      fileName: file.name,
      ...fields,
      ...(caseId !== undefined && { caseId }),
      ...resultAddress({ webhook_url, delivery }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    setAcceptance(response, accepted);
    return { status: 'accepted', job_id: accepted.jobId };
  }
}

@ApiTags('files')
@ApiSecurity({})
@Public()
@Controller('files')
export class ResultFilesController {
  constructor(private readonly files: ResultFiles) {}

  @Get(':job_id')
  @Header('Cache-Control', 'no-store')
  @Header('Content-Security-Policy', 'sandbox')
  @Header('X-Content-Type-Options', 'nosniff')
  @ApiOperation({
    operationId: 'getResultFile',
    summary: 'Returns the file of a job by the signed link of its result',
    description: 'An expired, forged or deleted link always returns the same 404.',
  })
  @ApiFileAnswer()
  @ApiFailure(404, 'There is no such file, or the link has expired')
  @ApiFailure(503, 'The service cannot reach its database; try again in a few seconds')
  async read(@Param('job_id') id: string, @Query() link: SignedLinkDto): Promise<StreamableFile> {
    return sendFile(await this.files.open({ id, ...readLink(link) }));
  }
}
