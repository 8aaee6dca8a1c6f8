import { Body, Controller, HttpCode, Inject, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, RequiresGrant, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ReceiveUpload } from '@app/job-files';
import { readSpeechForm, renderTranscript, TRANSCRIPT_FORMATS, type JsonObject } from '@app/openai-gateway';
import { AUDIO_EXTENSIONS, TranscribeNow } from '@app/transcription';
import { ClientGone } from '../http/client-gone.decorator';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import type { StoredUpload } from '../jobs/receive-form.interceptor';
import { ReceiveRecording } from '../transcribe/receive-recording.interceptor';
import { GatewayEntry } from './gateway-entry';
import { showDropped } from './gateway-headers';
import { ApiHidingHeaders } from './hiding-headers.decorator';
import { fieldTable } from './leak-matrix';
import { ApiOpenAiFailure, DROPPED } from './openai.documentation';

const DESCRIPTION =
  "Transcribes up to 10 minutes of audio with the deployment's speech engine or server while the " +
  'caller waits. Nothing is stored. With `X-Anonymize` the kinds that it names are hidden in the ' +
  "transcript and its segments; without it, only what the organization's policy " +
  `requires.\n\n${fieldTable('audio/transcriptions')}`;
const FORM = {
  type: 'object',
  required: ['file'],
  properties: {
    file: { type: 'string', format: 'binary', description: AUDIO_EXTENSIONS.join(', ') },
    language: {
      type: 'string',
      example: 'en',
      description: 'The spoken language; required unless the operator set TRANSCRIPTION_LANGUAGE',
    },
    response_format: { type: 'string', enum: [...TRANSCRIPT_FORMATS], default: 'json' },
    'timestamp_granularities[]': {
      type: 'array',
      items: { type: 'string', enum: ['segment', 'word'] },
      description: 'With verbose_json: what it has times of',
    },
  },
};
const EXAMPLE = {
  text: 'He was not an ill-disposed young man.',
  usage: { type: 'duration', seconds: 15 },
};

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/audio')
export class OpenAiAudioController {
  constructor(
    @Inject(transcriptionConfig.KEY) private readonly transcription: TranscriptionConfig,
    private readonly entry: GatewayEntry,
    private readonly receive: ReceiveUpload,
    private readonly transcribeNow: TranscribeNow,
  ) {}

  @Post('transcriptions')
  @HttpCode(200)
  @RateLimit('jobs')
  @RequiresGrant('transcribe')
  @StreamedBody()
  @UseInterceptors(ReceiveRecording)
  @ApiConsumes('multipart/form-data')
  @ApiOperation({
    operationId: 'createOpenAiTranscription',
    summary: "OpenAI's transcriptions",
    description: DESCRIPTION,
  })
  @ApiHidingHeaders()
  @ApiBody({ schema: FORM })
  @ApiResponse({
    status: 200,
    description: "OpenAI's answer; `text`, `srt` and `vtt` as plain text",
    headers: DROPPED,
    content: {
      'application/json': { schema: { type: 'object', additionalProperties: true }, example: EXAMPLE },
      'text/plain': { schema: { type: 'string' } },
    },
  })
  @ApiOpenAiFailure(400, 'language must be given: the language that is spoken, such as en or de', 'language')
  @ApiOpenAiFailure(413, 'file is too large: at most 524288000 bytes are accepted')
  @ApiOpenAiFailure(415, 'Content-Type must be multipart/form-data')
  @ApiOpenAiFailure(502, 'The transcription server failed; try again later')
  @ApiOpenAiFailure(504, 'The transcription server did not answer in time; try again')
  async transcribe(
    @CurrentUser() user: AuthUser,
    @UploadedFile() file: StoredUpload | undefined,
    @Body() fields: JsonObject,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (!file) throw invalid('file', 'must be a part with a file');
    try {
      const { dropped, ...form } = readSpeechForm(fields, this.transcription.language);
      showDropped(response, dropped);
      const { choices, named, style, inCase } = this.entry.read(user, {}, response);
      const hiding = choices ? { anonymize: { choices, style, ...(named && { named }) } } : {};
      const heard = await this.transcribeNow.execute(
        user,
        {
          audio: file.upload,
          language: form.language,
          ...hiding,
          ...(form.format === 'diarized_json' && { speakers: true as const }),
          words: form.units.words,
          ...(inCase && { inCase }),
        },
        gone,
      );
      const isRecognized = form.language === 'auto' && heard.language !== undefined;
      const language = isRecognized ? heard.language! : form.language;
      const rendered = renderTranscript(heard, { ...form, language });
      if (typeof rendered === 'string') response.type('text/plain; charset=utf-8');
      return rendered;
    } finally {
      await this.receive.discard(file.upload);
    }
  }
}
