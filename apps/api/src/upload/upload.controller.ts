import { Controller, Delete, Headers, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { DeleteDocuments, UploadDocument } from '@app/documents';
import { FORMATS } from '@app/file-formats';
import { CurrentPolicies } from '@app/policy';
import { ClientGone } from '../http/client-gone.decorator';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure, DoneDto } from '../openapi/api-answer.decorator';
import { readFileName } from './read-file-name';
import { receiveFile } from './receive-file';

const ENDS = FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ');

export class UploadedDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty({ description: 'Says whether pages or pictures were read by OCR' }) message!: string;
  @ApiProperty({ description: 'The id of the file, for `doc` in chat' }) data!: string;
}

/** The two formats of the body. NestJS's decorator would give both the same schema. */
const FILE_BODY = {
  required: true,
  content: {
    'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        properties: { file: { type: 'string' as const, format: 'binary' } },
      },
    },
  },
};

@ApiTags('documents')
@Access({ roles: ROLES, scope: 'upload' })
@Controller('upload')
export class UploadController {
  constructor(
    private readonly uploadDocument: UploadDocument,
    private readonly documents: DeleteDocuments,
    private readonly policies: CurrentPolicies,
  ) {}

  @Post()
  @HttpCode(200)
  @StreamedBody()
  @RateLimit('uploads')
  @ApiOperation({
    operationId: 'uploadFile',
    summary: 'Uploads a file, to attach it to a chat as `doc`',
    description:
      `Accepts ${ENDS}. The body is the file itself, or multipart/form-data with one part \`file\`. Scans and pictures ` +
      "are read by OCR, and the message says so. The service stores only the file's text, encrypted, and deletes it " +
      'after a day if no chat uses it. A picture is stored too if the policy allows images in prompts.',
    requestBody: FILE_BODY,
  })
  @ApiHeader({
    name: 'File-Name',
    required: false,
    description:
      'The name of the file, percent-encoded if it is not ASCII, such as contract.txt; without this ' +
      'header the multipart part names it',
    schema: { type: 'string' },
  })
  @ApiAnswer(UploadedDto, {
    success: true,
    message: 'The file was uploaded',
    data: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10',
  })
  @ApiFailure(400, 'Invalid file: it is empty', [], 'invalid_file')
  @ApiFailure(413, 'The content is too large: at most 26214400 bytes are accepted')
  @ApiFailure(415, 'The file must be sent without Content-Encoding')
  async upload(
    @CurrentUser() owner: AuthUser,
    @Headers('file-name') header: string | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @ClientGone() signal: AbortSignal,
  ): Promise<UploadedDto> {
    const { images } = (await this.policies.of(owner.organizationId)).document;
    const keepsPicture = images !== 'refused';
    const { id, pagesReadByOcr } = await receiveFile(request, response, {
      take: async (content, partName) =>
        this.uploadDocument.execute(owner, {
          fileName: readFileName(header, partName),
          content,
          keepsPicture,
          signal,
        }),
      discard: ({ id }) => this.documents.delete(owner, id),
    });
    const message = pagesReadByOcr > 0 ? 'The file was uploaded and read by OCR' : 'The file was uploaded';
    return { success: true, message, data: id };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'deleteUpload',
    summary: 'Deletes an uploaded file permanently, also from the chats that use it',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'The document was deleted' })
  @ApiFailure(404, 'There is no such document')
  async delete(@CurrentUser() owner: AuthUser, @Param('id') id: string): Promise<DoneDto> {
    await this.documents.delete(owner, id);
    return { success: true, message: 'The document was deleted' };
  }
}
