import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
} from 'class-validator';
import {
  CHOICES,
  REPLACEMENT_STYLES,
  SUPPORTED_LANGUAGES,
  ENTITY_TYPES,
  type EntityType,
  type ReplacementStyle,
} from '@app/anonymization';
import { DROPPABLE, FORMATS, type Droppable, type FormatName } from '@app/file-formats';
import type { Delivery } from '@app/jobs';
import { CaseField } from '../cases/case-field';
import { asFlag, asList } from '../http/form-values';
import { DeliveryField, RestorableField, WebhookUrlField } from '../jobs/jobs.dto';
import { NOT_BLANK_FORM } from '../openapi/forms';

const MUST_BE_A_LIST = `must be a list of ${CHOICES.listed.join(', ')}`;
const DROP = `must be a list of ${DROPPABLE.join(', ')}`;
const STYLE = `must be ${REPLACEMENT_STYLES.join(' or ')}`;
const ENDS = FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ');

const MOST_WORDS = 100;
const LONGEST_WORD = 200;
const WORDS = `must be at most ${MOST_WORDS} texts of 1 to ${LONGEST_WORD} characters`;

/** Declares a field with words, one part for each, because a word may contain commas. */
const WordsPart = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'array',
      items: { type: 'string', ...NOT_BLANK_FORM, maxLength: LONGEST_WORD },
      description,
      maxItems: MOST_WORDS,
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
    Length(1, LONGEST_WORD, { each: true, message: WORDS }),
    Matches(/\S/, { each: true, message: WORDS }),
    ArrayMaxSize(MOST_WORDS, { message: WORDS }),
    IsArray({ message: WORDS }),
  );

const fileOf = (limit: string) =>
  ({ type: 'string', format: 'binary', description: `${ENDS}; at most ${limit}` }) as const;
const FILE = fileOf('10 MiB');

/** How a file is anonymized. */
class FileOptionsDto {
  @ApiPropertyOptional({
    description: `One of ${SUPPORTED_LANGUAGES}. If absent, it is guessed`,
    example: 'de',
  })
  @IsOptional()
  @IsString()
  lang?: string;

  @ApiPropertyOptional({
    isArray: true,
    enum: CHOICES.listed,
    description:
      "The kinds to hide. If absent: the default of the organization's policy, all kinds except Dates",
  })
  @IsOptional()
  @Transform(asList)
  @IsIn(CHOICES.allowed, { each: true, message: MUST_BE_A_LIST })
  @IsArray({ message: MUST_BE_A_LIST })
  choices?: string[];

  @ApiPropertyOptional({
    enum: REPLACEMENT_STYLES,
    description: 'If absent: that of the case, or placeholders',
  })
  @IsOptional()
  @IsIn(REPLACEMENT_STYLES, { message: STYLE })
  style?: ReplacementStyle;

  @ApiPropertyOptional({
    isArray: true,
    enum: DROPPABLE,
    description: 'What is left out of the written file. Without it, a file that has it is refused',
  })
  @IsOptional()
  @Transform(asList)
  @IsIn(DROPPABLE, { each: true, message: DROP })
  @IsArray({ message: DROP })
  drop?: Droppable[];

  @WordsPart('Additional words and phrases to hide: one part for each')
  hide?: string[];

  @WordsPart("Detected values to leave unchanged, if the organization's policy allows it: one part for each")
  keep?: string[];

  @CaseField()
  case_id?: string | null;
}

class FoundValueDto {
  @ApiProperty({ type: 'integer', description: 'Offset in the text, in UTF-16 units' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: EntityType;
}

class FileTextDto {
  @ApiProperty({ description: 'The part of the format that contains it' }) part!: string;
  @ApiProperty() text!: string;
  @ApiProperty({ type: [FoundValueDto] }) found!: FoundValueDto[];
}

class FilePreviewDto {
  @ApiProperty({ enum: FORMATS.map(({ name }) => name) }) format!: FormatName;
  @ApiProperty({ type: [FileTextDto], description: 'The texts with values, in the order of the file' })
  texts!: FileTextDto[];
  @ApiProperty({ type: 'integer', description: 'The number of values in all texts' }) values!: number;
  @ApiProperty({ description: 'Whether there are more texts than are returned (200,000 characters)' })
  is_cut!: boolean;
}

export class FilePreviewAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: FilePreviewDto }) data!: FilePreviewDto;
}

export const FILE_PREVIEW = {
  success: true,
  message: 'The file was searched',
  data: {
    format: 'txt',
    texts: [
      { part: 'text', text: 'Mrs. Anna Schmidt called.', found: [{ start: 5, end: 17, kind: 'Names' }] },
    ],
    values: 1,
    is_cut: false,
  },
} as const;

export class AnonymizeFileDto extends FileOptionsDto {
  @ApiProperty(FILE)
  file?: unknown;
}

export class SubmitFileDto extends FileOptionsDto {
  @ApiProperty(fileOf('MAX_UPLOAD_BYTES (25 MiB), .zip at most 100 MiB'))
  file?: unknown;

  @WebhookUrlField()
  webhook_url?: string | null;

  @DeliveryField()
  delivery?: Delivery | null;

  @RestorableField()
  @Transform(asFlag)
  @IsBoolean()
  restorable?: boolean;
}

export class FileJobAcceptedDto {
  @ApiProperty({ enum: ['accepted'] }) status!: 'accepted';
  @ApiProperty() job_id!: string;
}

export class RestoreFileDto {
  @ApiProperty(FILE)
  file?: unknown;

  @ApiPropertyOptional({ format: 'uuid', description: 'The case that issued the replacements' })
  @IsOptional()
  @IsString()
  case_id?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'A job that was submitted with `restorable`' })
  @IsOptional()
  @IsString()
  job_id?: string;
}
