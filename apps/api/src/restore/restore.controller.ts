import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { invalid, ROLES } from '@app/common';
import { RestoreTexts } from '@app/restoring';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiFailure } from '../openapi/api-answer.decorator';

const MOST_BYTES = 6 * 1024 * 1024;
const MOST_TEXTS = 1_000;
const FORMATS = ['text', 'json'] as const;
const TEXTS = `must be a list of 1 to ${MOST_TEXTS} texts`;

/** One text or several, and what issued their replacements. */
export class RestoreDto {
  @ApiPropertyOptional({ description: 'Instead of texts' })
  @IsOptional()
  @IsString()
  text?: string;

  @ApiPropertyOptional({ type: [String], maxItems: MOST_TEXTS, description: 'Instead of text' })
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

  @ApiPropertyOptional({
    enum: FORMATS,
    description:
      'json: values are restored inside strings only; all else stays byte for byte. If absent: text',
  })
  @IsOptional()
  @IsIn(FORMATS, { message: `must be ${FORMATS.join(' or ')}` })
  format?: (typeof FORMATS)[number];
}

class RestoredDto {
  @ApiPropertyOptional() text?: string;
  @ApiPropertyOptional({ type: [String] }) texts?: string[];
  @ApiProperty({ type: 'integer', description: 'The number of restored values' }) restored!: number;
}

export class RestoredAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: RestoredDto }) data!: RestoredDto;
}

@ApiTags('cases')
@Access({ roles: ROLES, scope: 'restore' })
@Controller('restore')
export class RestoreController {
  constructor(private readonly restoreTexts: RestoreTexts) {}

  @Post()
  @HttpCode(200)
  @JsonBody(MOST_BYTES)
  @RateLimit('restore')
  @ApiOperation({
    operationId: 'restore',
    summary: 'Puts the values back into texts with replacements of a case or a chat',
    description:
      'A value is restored only if its replacement is unambiguous; everything else stays as it is. Values that the ' +
      'policy removes are never restored.',
  })
  @ApiAnswer(RestoredAnswerDto, {
    success: true,
    message: 'Restored',
    data: { text: 'Dear Anna Schmidt', restored: 1 },
  })
  @ApiFailure(400, 'case_id must be the id of one of your open cases', ['case_id'])
  async restore(@CurrentUser() caller: AuthUser, @Body() body: RestoreDto) {
    const { text, texts, case_id: caseId, chat_id: chatId, format = 'text' } = body;
    if ((text == null) === (texts == null)) throw invalid('text', 'must be given, or texts, but not both');
    if ((caseId == null) === (chatId == null))
      throw invalid('case_id', 'must be given, or chat_id, but not both');
    const { texts: shown, restored } = await this.restoreTexts.execute(caller, {
      texts: texts ?? [text!],
      format: format ?? 'text',
      ...(caseId != null && { caseId }),
      ...(chatId != null && { chatId }),
    });
    return {
      success: true,
      message: 'Restored',
      data: { ...(texts ? { texts: shown } : { text: shown[0] }), restored },
    };
  }
}
