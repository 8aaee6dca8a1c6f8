import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { ENTITY_TYPES, type EntityType, type RestoredValue } from '@app/anonymization';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { RestoreTexts, type Issuer } from '@app/restoring';
import type { Request, Response } from 'express';
import { AlsoText, JsonBody } from '../http/json-body.interceptor';
import { sendStream } from '../http/send-stream';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiFailure, ApiFailures } from '../openapi/api-answer.decorator';
import { readText } from './read-text';

const MOST_BYTES = 6 * 1024 * 1024;
const MOST_TEXTS = 1_000;
const FORMATS = ['text', 'json'] as const;
const ISSUER = { required: false, schema: { type: 'string', format: 'uuid' } };
const TEXTS = `must be a list of 1 to ${MOST_TEXTS} texts`;

/** One text or several, and what issued their replacements. */
export class RestoreDto {
  @ApiPropertyOptional({ description: 'Instead of texts' })
  @IsOptional()
  @IsString()
  text?: string;

  @ApiPropertyOptional({ type: [String], minItems: 1, maxItems: MOST_TEXTS, description: 'Instead of text' })
  @IsOptional()
  @IsString({ each: true, message: TEXTS })
  @ArrayMaxSize(MOST_TEXTS, { message: TEXTS })
  @ArrayNotEmpty({ message: TEXTS })
  @IsArray({ message: TEXTS })
  texts?: string[];

  @ApiPropertyOptional({ format: 'uuid', description: 'The case that issued the replacements' })
  @IsOptional()
  @IsString()
  case_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'The chat that issued the replacements' })
  @IsOptional()
  @IsString()
  chat_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'A job that was submitted with `restorable`' })
  @IsOptional()
  @IsString()
  job_id?: string;

  @ApiPropertyOptional({ maxLength: 1_048_576, description: 'A mapping that `POST anonymize` returned' })
  @IsOptional()
  @IsString()
  mapping?: string;

  @ApiPropertyOptional({
    enum: FORMATS,
    description:
      'json: values are restored inside strings only; all else stays byte for byte. If absent: text',
  })
  @IsOptional()
  @IsIn(FORMATS, { message: `must be ${FORMATS.join(' or ')}` })
  format?: (typeof FORMATS)[number];

  @ApiPropertyOptional({
    description: 'true: the answer contains where the restored values are. Not with format json',
  })
  @IsOptional()
  @IsBoolean()
  spans?: boolean;
}

class RestoredSpanDto {
  @ApiProperty({ type: 'integer', description: 'Offset in the restored text, in UTF-16 units' })
  start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: EntityType;
  @ApiProperty({ description: 'What was in its place' }) replacement!: string;
}

class RestoredDto {
  @ApiPropertyOptional() text?: string;
  @ApiPropertyOptional({ type: [String] }) texts?: string[];
  @ApiProperty({ type: 'integer', description: 'The number of restored values' }) restored!: number;
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'array', items: { $ref: getSchemaPath(RestoredSpanDto) } },
    description: 'Only with spans: the restored values of each text, in order. Of text, one list',
  })
  spans?: RestoredSpanDto[][];
}

export class RestoredAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: RestoredDto }) data!: RestoredDto;
}

@ApiTags('cases')
@ApiExtraModels(RestoredSpanDto)
@Access({ roles: ROLES, scope: 'restore' })
@Controller('restore')
export class RestoreController {
  constructor(private readonly restoreTexts: RestoreTexts) {}

  @Post()
  @HttpCode(200)
  @JsonBody(MOST_BYTES)
  @AlsoText()
  @RateLimit('restore')
  @ApiOperation({
    operationId: 'restore',
    summary: 'Puts the values back into texts with replacements of a case, a chat, a job or a mapping',
    description:
      'A value is restored only if its replacement is unambiguous; everything else stays as it is. Values that the ' +
      'policy removes are never restored. A body of `text/plain` (UTF-8, up to 50 MiB) is restored while it arrives; a ' +
      'client must read the answer while it sends the text.',
  })
  @ApiHeader({
    ...ISSUER,
    name: 'X-Case',
    description: 'Only with text/plain: the case that issued the replacements',
  })
  @ApiHeader({
    ...ISSUER,
    name: 'X-Chat',
    description: 'Only with text/plain: the chat that issued the replacements',
  })
  @ApiHeader({
    ...ISSUER,
    name: 'X-Job',
    description: 'Only with text/plain: the job that issued the replacements',
  })
  @ApiExtraModels(RestoredAnswerDto)
  @ApiResponse({
    status: 200,
    description: 'The restored texts; for text/plain the restored text',
    content: {
      'application/json': {
        schema: { $ref: getSchemaPath(RestoredAnswerDto) },
        example: { success: true, message: 'Restored', data: { text: 'Dear Anna Schmidt', restored: 1 } },
      },
      'text/plain': { schema: { type: 'string' } },
    },
  })
  @ApiFailure(400, 'case_id must be the id of one of your open cases', ['case_id'])
  @ApiFailures(409, {
    conflict: 'The job is not finished; its values can be restored when it finishes',
    case_closed: 'The case of this chat was deleted, has expired, or is not shared with you',
  })
  @ApiFailure(410, 'The result was deleted; nothing restores its values')
  async restore(
    @CurrentUser() caller: AuthUser,
    @Body() body: RestoreDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (request.is('text/plain')) return this.stream(caller, request, response);
    const {
      text,
      texts,
      case_id: caseId,
      chat_id: chatId,
      job_id: jobId,
      mapping,
      format,
      spans = false,
    } = body;
    if ((text == null) === (texts == null)) throw invalid('text', 'must be given, or texts, but not both');
    if ([caseId, chatId, jobId, mapping].filter((issuer) => issuer != null).length !== 1)
      throw invalid('case_id', 'must be given, or chat_id, job_id or mapping, but only one of them');
    if (spans && format === 'json') throw invalid('spans', 'must be absent or false with format json');
    const {
      texts: shown,
      restored,
      values,
    } = await this.restoreTexts.execute(caller, {
      texts: texts ?? [text!],
      fieldOf: (i) => (texts ? `texts[${i}]` : 'text'),
      format: format ?? 'text',
      withValues: spans ?? false,
      ...(caseId != null && { caseId }),
      ...(chatId != null && { chatId }),
      ...(jobId != null && { jobId }),
      ...(mapping != null && { mapping }),
    });
    return {
      success: true,
      message: 'Restored',
      data: {
        ...(texts ? { texts: shown } : { text: shown[0] }),
        restored,
        ...(values && { spans: values.map((each) => each.map(toSpanDto)) }),
      },
    };
  }
  /** The first piece decides whether the response is a failure. A later failure breaks the connection. */
  private async stream(caller: AuthUser, request: Request, response: Response): Promise<void> {
    const pieces = this.restoreTexts.stream(caller, issuerOf(request), readText(request));
    const first = await pieces.next();
    response.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
    await sendStream(Readable.from(continued(first, pieces), { highWaterMark: 1 }), response);
  }
}

/** @throws AppError `bad_request` unless exactly one header names what issued the replacements */
function issuerOf(request: Request): Issuer {
  const [caseId, chatId, jobId] = ['X-Case', 'X-Chat', 'X-Job'].map((name) => request.get(name));
  if ([caseId, chatId, jobId].filter((issuer) => issuer !== undefined).length !== 1)
    throw invalid('X-Case', 'must be given, or X-Chat or X-Job, but only one of them');
  return {
    ...(caseId !== undefined && { caseId }),
    ...(chatId !== undefined && { chatId }),
    ...(jobId !== undefined && { jobId }),
    fields: { caseId: 'X-Case', chatId: 'X-Chat', jobId: 'X-Job' },
  };
}

async function* continued(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

const toSpanDto = ({ start, end, type, replacement }: RestoredValue): RestoredSpanDto => ({
  start,
  end,
  kind: type,
  replacement,
});
