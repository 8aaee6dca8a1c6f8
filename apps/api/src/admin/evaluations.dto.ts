import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Min,
  ValidateNested,
} from 'class-validator';
import { ENTITY_TYPES, SUPPORTED_LANGUAGES, type EntityType } from '@app/anonymization';
import {
  LONGEST_TEXT,
  MOST_ADDED,
  MOST_VALUES,
  REPORT_LANGUAGES,
  TEXT_STATES,
  type AnnotatedValue,
  type Evaluation,
  type EvaluationText,
  type Measured,
  type Measurement,
  type ReportLanguage,
  type Share,
  type TextState,
  type TextSummary,
} from '@app/evaluation';
import { DoneDto } from '../openapi/api-answer.decorator';
import { NOT_BLANK_FORM } from '../openapi/forms';
import { ListDto } from './page.dto';
import { NewPolicyDto } from './policy.dto';

const LONGEST_NAME = 100;

const NAME = `must have 1 to ${LONGEST_NAME} characters`;
const TEXTS = `must be a list of 1 to ${MOST_ADDED} texts`;
const TEXT = `must have 1 to ${LONGEST_TEXT} characters`;
const SPANS = `must be a list of at most ${MOST_VALUES} spans`;
const OFFSET = 'must be a whole number, at least 0';
const VERSION = 'must be the version that you have read';

export class NewEvaluationDto {
  @ApiProperty({ ...NOT_BLANK_FORM, maxLength: LONGEST_NAME, example: 'Letters of the legal department' })
  @Length(1, LONGEST_NAME, { message: NAME })
  @Matches(/\S/, { message: NAME })
  @IsString({ message: NAME })
  name!: string;
}

class NewTextDto {
  @ApiProperty({ ...NOT_BLANK_FORM, maxLength: LONGEST_TEXT })
  @Length(1, LONGEST_TEXT, { message: TEXT })
  @Matches(/\S/, { message: TEXT })
  @IsString({ message: TEXT })
  text!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: `One of ${SUPPORTED_LANGUAGES}. Absent or null: auto`,
  })
  @IsOptional()
  @IsString()
  lang?: string | null;
}

export class NewTextsDto {
  @ApiProperty({
    type: [NewTextDto],
    minItems: 1,
    maxItems: MOST_ADDED,
    example: [{ text: 'Anna Schmidt called about blue team.', lang: 'en' }],
  })
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: TEXTS })
  @ArrayMaxSize(MOST_ADDED, { message: TEXTS })
  @ArrayNotEmpty({ message: TEXTS })
  @IsArray({ message: TEXTS })
  @Type(() => NewTextDto)
  texts!: NewTextDto[];
}

class SpanDto {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Offset in UTF-16 code units' })
  @Min(0, { message: OFFSET })
  @IsInt({ message: OFFSET })
  start!: number;

  @ApiProperty({ type: 'integer', minimum: 1 })
  @Min(0, { message: OFFSET })
  @IsInt({ message: OFFSET })
  end!: number;

  @ApiProperty({ enum: ENTITY_TYPES })
  @IsIn(ENTITY_TYPES, { message: `must be one of ${ENTITY_TYPES.join(', ')}` })
  kind!: EntityType;
}

/** The marks of a text, as a whole. */
export class MarkedTextDto {
  @ApiProperty({
    type: [SpanDto],
    maxItems: MOST_VALUES,
    description: 'All values of the text that should be hidden. They do not overlap',
    example: [
      { start: 0, end: 12, kind: 'Names' },
      { start: 26, end: 35, kind: 'Organizations' },
    ],
  })
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: SPANS })
  @ArrayMaxSize(MOST_VALUES, { message: SPANS })
  @IsArray({ message: SPANS })
  @Type(() => SpanDto)
  spans!: SpanDto[];

  @ApiProperty({ enum: TEXT_STATES, description: 'Only texts that are `done` are measured', example: 'done' })
  @IsIn(TEXT_STATES, { message: `must be ${TEXT_STATES.join(' or ')}` })
  state!: TextState;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that it replaces', example: 1 })
  @Min(1, { message: VERSION })
  @IsInt({ message: VERSION })
  version!: number;
}

export class MeasureDto {
  @ApiPropertyOptional({
    type: NewPolicyDto,
    nullable: true,
    description: 'A draft of a policy to compare with the policy in force. Absent or null: none',
  })
  @IsOptional()
  @IsObject({ message: 'must be a policy' })
  policy?: object | null;
}

export class ReportQueryDto {
  @ApiPropertyOptional({ enum: REPORT_LANGUAGES, description: 'If absent: en' })
  @IsOptional()
  @IsIn(REPORT_LANGUAGES, { message: `must be one of ${REPORT_LANGUAGES.join(', ')}` })
  lang?: ReportLanguage;
}

const SHARE = { type: Number, nullable: true };

class MeasuredShareDto {
  @ApiProperty({ type: 'integer', description: 'The number of cases' }) of!: number;
  @ApiProperty({ type: 'integer', description: 'The number of cases with the property' }) count!: number;
  @ApiProperty({ ...SHARE, description: 'From 0 to 1; null if there are no cases' }) share!: number | null;
  @ApiProperty({ ...SHARE, description: 'The lower bound of the interval of 95 % (Wilson)' })
  low!: number | null;
  @ApiProperty({ ...SHARE, description: 'The upper bound' }) high!: number | null;
}

class OutcomeDto {
  @ApiProperty({ enum: [...ENTITY_TYPES, 'All'] }) kind!: string;
  @ApiProperty({
    type: MeasuredShareDto,
    description: 'The marked values of the kind that are hidden wholly',
  })
  recall!: MeasuredShareDto;
  @ApiProperty({
    type: MeasuredShareDto,
    description: 'The values hidden as the kind that touch no marked value',
  })
  over_masking!: MeasuredShareDto;
}

class MeasuredDto {
  @ApiProperty({ type: 'integer', description: 'The texts that were measured' }) texts!: number;
  @ApiProperty({
    type: MeasuredShareDto,
    description: 'The texts in which every value is hidden, of those with values',
  })
  whole_texts!: MeasuredShareDto;
  @ApiProperty({ type: [OutcomeDto], description: 'Kinds that were marked or hidden; the last one is All' })
  outcomes!: OutcomeDto[];
}

class MeasurementDto {
  @ApiProperty({ format: 'date-time' }) measured_at!: string;
  @ApiProperty({
    type: 'integer',
    description: 'The version of the policy that was in force; 0 if none was set',
  })
  policy_version!: number;
  @ApiProperty({ type: MeasuredDto, description: 'Of the policy in force' }) before!: MeasuredDto;
  @ApiProperty({ type: MeasuredDto, nullable: true, description: 'Of the draft; null if there was none' })
  after!: MeasuredDto | null;
}

/** An evaluation in lists. */
class EvaluationDto {
  @ApiProperty({ format: 'uuid' }) evaluation_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: 'integer' }) texts!: number;
  @ApiProperty({ type: 'integer', description: 'The texts that are done' }) done!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it is deleted with its texts; null if the operator set no time',
  })
  expires_at!: string | null;
  @ApiProperty({ type: MeasurementDto, nullable: true, description: 'The last one; null if there is none' })
  measurement!: MeasurementDto | null;
}

class TextSummaryDto {
  @ApiProperty({ format: 'uuid' }) text_id!: string;
  @ApiProperty({ type: 'integer', description: 'In UTF-16 code units' }) length!: number;
  @ApiProperty({ type: 'integer', description: 'The number of marked values' }) spans!: number;
  @ApiProperty({ enum: TEXT_STATES }) state!: TextState;
  @ApiProperty({ type: 'integer' }) version!: number;
}

class ShownSpanDto {
  @ApiProperty({ type: 'integer' }) start!: number;
  @ApiProperty({ type: 'integer' }) end!: number;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: string;
}

class MarkedSpanDto extends ShownSpanDto {
  @ApiProperty({
    enum: ['suggested', 'added'],
    description: 'Whether detection suggested it, or you added it',
  })
  origin!: string;
}

class EvaluationTextDto {
  @ApiProperty({ format: 'uuid' }) text_id!: string;
  @ApiProperty() text!: string;
  @ApiProperty() lang!: string;
  @ApiProperty({ type: [MarkedSpanDto], description: 'The marked values, in the order of the text' })
  spans!: MarkedSpanDto[];
  @ApiProperty({ type: [ShownSpanDto], description: 'Suggested values that you removed' })
  removed!: ShownSpanDto[];
  @ApiProperty({ enum: TEXT_STATES }) state!: TextState;
  @ApiProperty({ type: 'integer' }) version!: number;
}

export class EvaluationAnswerDto extends DoneDto {
  @ApiProperty({ type: EvaluationDto }) data!: EvaluationDto;
}
export class EvaluationListDto extends ListDto {
  @ApiProperty({ type: [EvaluationDto] }) data!: EvaluationDto[];
}
export class AddedTextsDto extends DoneDto {
  @ApiProperty({ type: [TextSummaryDto], description: 'In the order of the request' })
  data!: TextSummaryDto[];
}
export class TextListDto extends ListDto {
  @ApiProperty({ type: [TextSummaryDto] }) data!: TextSummaryDto[];
}
export class EvaluationTextAnswerDto extends DoneDto {
  @ApiProperty({ type: EvaluationTextDto }) data!: EvaluationTextDto;
}
export class MeasurementAnswerDto extends DoneDto {
  @ApiProperty({ type: MeasurementDto }) data!: MeasurementDto;
}

export const toEvaluationDto = (
  { id, name, texts, done, createdAt, measurement }: Evaluation,
  expiresAt: Date | null,
): EvaluationDto => ({
  evaluation_id: id,
  name,
  texts,
  done,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt?.toISOString() ?? null,
  measurement: measurement && toMeasurementDto(measurement),
});

export const toSummaryDto = ({ id, length, values, state, version }: TextSummary): TextSummaryDto => ({
  text_id: id,
  length,
  spans: values,
  state,
  version,
});

export const toTextDto = ({
  id,
  text,
  lang,
  values,
  removed,
  state,
  version,
}: EvaluationText): EvaluationTextDto => ({
  text_id: id,
  text,
  lang,
  spans: values.map(({ origin, ...value }) => ({ ...toSpan(value), origin })),
  removed: removed.map(toSpan),
  state,
  version,
});

const toSpan = ({ start, end, kind }: AnnotatedValue): ShownSpanDto => ({ start, end, kind });

export const toMeasurementDto = ({
  measuredAt,
  policyVersion,
  before,
  after,
}: Measurement): MeasurementDto => ({
  measured_at: measuredAt,
  policy_version: policyVersion,
  before: toMeasuredDto(before),
  after: after && toMeasuredDto(after),
});

const toMeasuredDto = ({ texts, wholeTexts, outcomes }: Measured): MeasuredDto => ({
  texts,
  whole_texts: toShareDto(wholeTexts),
  outcomes: outcomes.map(({ kind, recall, overMasking }) => ({
    kind,
    recall: toShareDto(recall),
    over_masking: toShareDto(overMasking),
  })),
});

const toShareDto = ({ of, count, share, low, high }: Share): MeasuredShareDto => ({
  of,
  count,
  share,
  low,
  high,
});

const of = (count: number, all: number, [share, low, high]: number[]): Share => ({
  of: all,
  count,
  share: share!,
  low: low!,
  high: high!,
});
const NAMES = {
  recall: of(38, 40, [0.95, 0.835, 0.9862]),
  overMasking: of(1, 41, [0.0244, 0.0043, 0.126]),
};
const MEASURED: Measured = {
  texts: 20,
  wholeTexts: of(18, 20, [0.9, 0.699, 0.9721]),
  outcomes: [
    { kind: 'Names', ...NAMES },
    { kind: 'All', ...NAMES },
  ],
};

/** Examples of the document. */
export const MEASUREMENT = toMeasurementDto({
  measuredAt: '2026-11-27T08:37:24.129Z',
  policyVersion: 3,
  before: MEASURED,
  after: MEASURED,
});
export const EVALUATION: EvaluationDto = {
  evaluation_id: '019aa5c6-0d3e-7b1c-8f5a-2c9d4e6f8a10',
  name: 'Letters of the legal department',
  texts: 2,
  done: 1,
  created_at: '2026-11-27T08:30:11.020Z',
  expires_at: '2026-12-27T08:30:11.020Z',
  measurement: null,
};
export const SUMMARY: TextSummaryDto = {
  text_id: '019aa5c7-4b2f-7c5d-9e1a-6d8f0a2c4e6b',
  length: 36,
  spans: 1,
  state: 'open',
  version: 1,
};
export const MARKED_TEXT: EvaluationTextDto = {
  text_id: SUMMARY.text_id,
  text: 'Anna Schmidt called about blue team.',
  lang: 'en',
  spans: [
    { start: 0, end: 12, kind: 'Names', origin: 'suggested' },
    { start: 26, end: 35, kind: 'Organizations', origin: 'added' },
  ],
  removed: [],
  state: 'done',
  version: 2,
};
