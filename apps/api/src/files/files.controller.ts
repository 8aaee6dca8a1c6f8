import {
  applyDecorators,
  Body,
  Controller,
  HttpCode,
  Post,
  Res,
  type StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { OwnFiles, RestoreFile, totalsOf, type AnonymizedFile } from '@app/files';
import { caseOfRequest } from '../auth/require-scope';
import { ClientGone } from '../http/client-gone.decorator';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';
import { ApiFileAnswer } from './files.documentation';
import { AnonymizeFileDto, FILE_PREVIEW, FilePreviewAnswerDto, RestoreFileDto } from './files.dto';
import {
  fileTooLarge,
  MOST_FORM_BYTES,
  ReceiveSmallFile,
  type SmallFile,
} from './receive-small-file.interceptor';
import { sendFile } from './send-file';

const REPORT = {
  description:
    'JSON: `values` (hidden values by kind), `dropped` (parts that were left out, with their number), ' +
    '`asked_words` (how often each text of `hide` was found, in their order), `rasterized_pages`, `pages_read_by_ocr`. ' +
    'It has no value of the file',
  schema: {
    type: 'string',
    example: '{"values":{"Names":3},"dropped":{},"rasterized_pages":0,"pages_read_by_ocr":0}',
  },
} as const;

/** An endpoint that takes one file in a form, and keeps it in memory. */
const PostFile = (path: string) =>
  applyDecorators(
    Post(path),
    HttpCode(200),
    StreamedBody(MOST_FORM_BYTES),
    UseInterceptors(ReceiveSmallFile),
    ApiConsumes('multipart/form-data'),
    ApiFailure(413, fileTooLarge().message),
    ApiFailure(415, 'Content-Type must be multipart/form-data with a boundary'),
  );

@ApiTags('files')
@Controller('files')
export class FilesController {
  constructor(
    private readonly files: OwnFiles,
    private readonly restoreFile: RestoreFile,
  ) {}

  @PostFile('anonymize')
  @Access({ roles: ROLES, scope: 'anonymize' })
  @RateLimit('uploads')
  @ApiOperation({
    operationId: 'anonymizeFile',
    summary: 'Hides the personal data in a file, and returns the same file',
    description:
      'Every part in which text hides is rewritten, left out or refused. A second reader then looks for the hidden values ' +
      'in the written file; if it finds one, the answer is 400 `file_unverifiable`. A file with tracked changes is 400 ' +
      '`tracked_changes`. Nothing is stored outside a case.',
  })
  @ApiFileAnswer({ 'X-Report': REPORT })
  @ApiFailure(400, 'Invalid file: it is empty', [], 'invalid_file')
  async anonymize(
    @CurrentUser() caller: AuthUser,
    @UploadedFile() file: SmallFile,
    @Body() { case_id, file: _file, ...asked }: AnonymizeFileDto,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const caseId = caseOfRequest(caller, case_id);
    const { name: fileName, content } = file;
    const anonymized = await this.files.anonymize(
      caller,
      { fileName, content, ...asked, ...(caseId !== undefined && { caseId }) },
      gone,
    );
    const { format: _format, ...report } = anonymized.report;
    // A header must be short: it has the values of all parts together.
    response.setHeader('X-Report', JSON.stringify({ ...report, values: totalsOf(report) }));
    return answerWith(anonymized);
  }

  @PostFile('preview')
  @Access({ roles: ROLES, scope: 'anonymize' })
  @RateLimit('uploads')
  @ApiOperation({
    operationId: 'previewFile',
    summary: 'Shows what would be hidden in a file',
    description: 'No file is written, and nothing is stored, also not in a case.',
  })
  @ApiAnswer(FilePreviewAnswerDto, FILE_PREVIEW)
  @ApiFailure(400, 'Invalid file: it is empty', [], 'invalid_file')
  async preview(
    @CurrentUser() caller: AuthUser,
    @UploadedFile() { name: fileName, content }: SmallFile,
    @Body() { case_id, file: _file, ...asked }: AnonymizeFileDto,
    @ClientGone() gone: AbortSignal,
  ) {
    const caseId = caseOfRequest(caller, case_id);
    const { format, texts, values, isCut } = await this.files.preview(
      caller,
      { fileName, content, ...asked, ...(caseId !== undefined && { caseId }) },
      gone,
    );
    return { success: true, message: FILE_PREVIEW.message, data: { format, texts, values, is_cut: isCut } };
  }

  @PostFile('restore')
  @Access({ roles: ROLES, scope: 'restore' })
  @RateLimit('restore')
  @ApiOperation({
    operationId: 'restoreFile',
    summary: 'Puts the values back into a file, also after it was edited',
    description:
      'By the rules of `POST restore`: a value is restored only if its replacement is unambiguous.',
  })
  @ApiFileAnswer({
    'X-Restored': { description: 'The number of restored values', schema: { type: 'integer' } },
  })
  @ApiFailure(400, 'case_id must be the id of one of your open cases', ['case_id'])
  @ApiFailure(409, 'The job is not finished; its values can be restored when it finishes')
  @ApiFailure(410, 'The result was deleted; nothing restores its values')
  async restore(
    @CurrentUser() caller: AuthUser,
    @UploadedFile() { name: fileName, content }: SmallFile,
    @Body() { case_id: caseId, job_id: jobId }: RestoreFileDto,
    @ClientGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    if ((caseId === undefined) === (jobId === undefined))
      throw invalid('case_id', 'must be given, or job_id, but not both');
    const issuer = { ...(caseId !== undefined && { caseId }), ...(jobId !== undefined && { jobId }) };
    const restored = await this.restoreFile.execute(caller, { fileName, content, ...issuer }, gone);
    response.setHeader('X-Restored', String(restored.restored));
    return answerWith(restored);
  }
}

const answerWith = ({
  content,
  fileName: name,
  mediaType,
}: Pick<AnonymizedFile, 'content' | 'fileName' | 'mediaType'>): StreamableFile =>
  sendFile({ content, name, mediaType, bytes: content.length });
