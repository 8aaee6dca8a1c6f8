import {
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { OwnBatchFiles } from '@app/batches';
import { invalid, ROLES } from '@app/common';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { BatchFilesQueryDto } from './batches.dto';
import { ApiOpenAiAnswer, BATCH_FILE_FORM, DELETED_FILE, FILE, listOf } from './batches.documentation';
import { ApiOpenAiFailure } from './openai.documentation';
import { ReceiveBatchFile, type ReceivedBatchFile } from './receive-batch-file.interceptor';

const MEDIA_TYPE = 'application/jsonl';

@ApiTags('OpenAI')
@Access({ roles: ROLES, scope: 'openai' })
@Controller('openai/v1/files')
export class BatchFilesController {
  constructor(private readonly files: OwnBatchFiles) {}

  @Post()
  @HttpCode(200)
  @RateLimit('uploads')
  @StreamedBody()
  @UseInterceptors(ReceiveBatchFile)
  @ApiConsumes('multipart/form-data')
  @ApiOperation({
    operationId: 'createOpenAiFile',
    summary: 'Stores a file with the requests of a batch, encrypted',
    description:
      'The only purpose is `batch`. The file itself is sent to no provider. Parts may come in any order.',
  })
  @ApiBody({ schema: BATCH_FILE_FORM })
  @ApiOpenAiAnswer(FILE)
  @ApiOpenAiFailure(
    400,
    'purpose must be batch: files with other purposes are not supported',
    'purpose',
    'not_supported',
  )
  @ApiOpenAiFailure(413, 'file is too large: at most 209715200 bytes are accepted')
  @ApiOpenAiFailure(415, 'Content-Type must be multipart/form-data with a boundary')
  create(@UploadedFile() file: ReceivedBatchFile | undefined) {
    if (!file) throw invalid('file', 'must be a part with a file');
    return file.shown;
  }

  @Get()
  @ApiOperation({ operationId: 'listOpenAiFiles', summary: "Your files, newest first, in OpenAI's format" })
  @ApiOpenAiAnswer(listOf([FILE], false))
  @ApiOpenAiFailure(400, 'limit must be a whole number from 1 to 10000', 'limit')
  async list(@CurrentUser() user: AuthUser, @Query() { purpose, ...asked }: BatchFilesQueryDto) {
    const { limit, order, after } = asked;
    const page = { limit, order, ...(after !== undefined && { after }) };
    const { files, hasMore } = await this.files.list(user, page, purpose);
    return listOf(files, hasMore);
  }

  @Get(':file_id')
  @ApiOperation({ operationId: 'getOpenAiFile', summary: "One of your files, in OpenAI's format" })
  @ApiOpenAiAnswer(FILE)
  @ApiOpenAiFailure(404, 'There is no such file', null, 'not_found')
  async read(@CurrentUser() user: AuthUser, @Param('file_id') id: string) {
    return this.files.read(user, id);
  }

  @Get(':file_id/content')
  @RateLimit('restore')
  @Header('Cache-Control', 'no-store')
  @Header('X-Content-Type-Options', 'nosniff')
  @ApiOperation({
    operationId: 'getOpenAiFileContent',
    summary: 'The content of one of your files',
  })
  @ApiResponse({
    status: 200,
    content: { [MEDIA_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiOpenAiFailure(404, 'There is no such file', null, 'not_found')
  async content(@CurrentUser() user: AuthUser, @Param('file_id') id: string): Promise<StreamableFile> {
    return new StreamableFile(await this.files.content(user, id), { type: MEDIA_TYPE });
  }

  @Delete(':file_id')
  @ApiOperation({
    operationId: 'deleteOpenAiFile',
    summary: 'Deletes one of your files; with the last results of a batch, its metadata is deleted too',
  })
  @ApiOpenAiAnswer(DELETED_FILE)
  @ApiOpenAiFailure(404, 'There is no such file', null, 'not_found')
  async delete(@CurrentUser() user: AuthUser, @Param('file_id') id: string) {
    await this.files.delete(user, id);
    return { id, object: 'file', deleted: true };
  }
}
