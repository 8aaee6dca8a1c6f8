import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsOptional, IsString } from 'class-validator';
import {
  ALLOWED_CHOICES,
  LISTED_CHOICES,
  REPLACEMENT_STYLES,
  SUPPORTED_LANGUAGES,
  type ReplacementStyle,
} from '@app/anonymization';
import { DROPPABLE, FORMATS, type Droppable } from '@app/file-formats';
import { CaseField } from '../cases/case-field';

/** Accepts repeated parts, or one comma-separated part (contract: Languages and choices). */
const asList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : value;

const CHOICES = `must be a list of ${LISTED_CHOICES.join(', ')}`;
const DROP = `must be a list of ${DROPPABLE.join(', ')}`;
const STYLE = `must be ${REPLACEMENT_STYLES.join(' or ')}`;
const ENDS = FORMATS.flatMap(({ extensions }) => extensions.map((end) => `.${end}`)).join(' ');

const FILE = { type: 'string', format: 'binary', description: `${ENDS}; at most 10 MiB` } as const;

export class AnonymizeFileDto {
  @ApiProperty(FILE)
  file?: unknown;

  @ApiPropertyOptional({
    description: `One of ${SUPPORTED_LANGUAGES}. If absent, it is guessed`,
    example: 'de',
  })
  @IsOptional()
  @IsString()
  lang?: string;

  @ApiPropertyOptional({
    isArray: true,
    enum: LISTED_CHOICES,
    description:
      "The kinds to hide. If absent: the default of the organization's policy, all kinds except Dates",
  })
  @IsOptional()
  @Transform(asList)
  @IsIn(ALLOWED_CHOICES, { each: true, message: CHOICES })
  @IsArray({ message: CHOICES })
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

  @CaseField()
  case_id?: string | null;
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
