import {
  Body,
  Controller,
  Headers,
  HttpCode,
  Post,
  Res,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, RequiresGrant, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { AUDIO_EXTENSIONS, SubmitTranscription } from '@app/transcription';
import { caseOfRequest } from '../auth/require-scope';
import { ApiFailure } from '../openapi/api-answer.decorator';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAcceptance, setAcceptance } from '../jobs/acceptance';
import { JOB, resultAddress } from '../jobs/jobs.dto';
import type { StoredUpload } from '../jobs/receive-form.interceptor';
import { ReceiveRecording } from './receive-recording.interceptor';
import { SubmitTranscriptionDto, TranscriptionAcceptedDto } from './transcribe.dto';

@ApiTags('jobs')
@Access({ roles: ROLES, scope: 'jobs' })
@Controller('job')
export class TranscribeController {
  constructor(private readonly submit: SubmitTranscription) {}

  @Post('transcribe')
  @HttpCode(202)
  @RateLimit('jobs')
  @RequiresGrant('transcribe')
  @StreamedBody()
  @UseInterceptors(ReceiveRecording)
  @ApiConsumes('multipart/form-data')
  @ApiOperation({
    operationId: 'submitTranscription',
    summary: 'Submits a recording for transcription',
    description:
      'The result comes by webhook: `{"job_id","status":"completed","transcript"}`, with `timestamps` also ' +
      '`segments: [{"start","end","text"}]` (seconds), with `speakers` or `channels` these with `"speaker"` and ' +
      '`"overlap"`, with `words` also with `words`, with `speaker_names` also `speaker_names: {"S1"}`, with `bleep` also ' +
      '`file_url`, or `{"job_id","status":"failed","error"}`. Parts may come in any order.',
  })
  @ApiAcceptance(TranscriptionAcceptedDto, { status: 'accepted', job_id: JOB.job_id })
  @ApiFailure(400, `file must be named as one of ${AUDIO_EXTENSIONS.join(', ')}`, ['file'])
  @ApiFailure(413, 'file is too large: at most 524288000 bytes are accepted')
  @ApiFailure(415, 'Content-Type must be multipart/form-data')
  async transcribe(
    @CurrentUser() owner: AuthUser,
    @UploadedFile() file: StoredUpload | undefined,
    @Body()
    {
      webhook_url,
      delivery,
      case_id,
      speaker_names: speakerNames,
      file: _file,
      ...fields
    }: SubmitTranscriptionDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TranscriptionAcceptedDto> {
    const caseId = caseOfRequest(owner, case_id);
    const accepted = await this.submit.execute({
      owner,
      ...fields,
      ...(speakerNames !== undefined && { speakerNames }),
      ...(caseId !== undefined && { caseId }),
      ...received(file),
      ...resultAddress({ webhook_url, delivery }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
    setAcceptance(response, accepted);
    return { status: 'accepted', job_id: accepted.jobId };
  }
}

function received(file: StoredUpload | undefined) {
  if (file) return { audio: file.upload, fileName: file.name };
  throw invalid('file', 'must be a part with a file');
}
