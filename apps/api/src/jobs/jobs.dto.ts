import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { SUPPORTED_LANGUAGES } from '@app/anonymization';
import { FINAL_FAILURES, JOB_FAILURES } from '@app/common';
import { DELIVERIES, JOB_TYPES, type Delivery } from '@app/jobs';
import { CaseField } from '../cases/case-field';
import { NOT_BLANK_FORM } from '../openapi/forms';

/** The message for `choices` of a job that are no list of texts. */
export const CHOICES_FORM = 'must be a list of kinds of personal data';

/** Declares the field `webhook_url`. The use case checks that the service may deliver to it. */
export const WebhookUrlField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      nullable: true,
      description: 'An https address that this service may deliver to; required unless delivery=poll',
      example: 'https://localhost:8443/webhook',
    }),
    IsOptional(),
    IsString(),
  );

/** Declares the field `delivery`: whether the result is sent or kept for polling. */
export const DeliveryField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: String,
      enum: [...DELIVERIES, null],
      nullable: true,
      default: 'webhook',
      description:
        '`poll`: nothing is sent; the result is available for RETENTION_JOB_RESULTS (24 h) at `GET ' +
        'job/{job_id}/result`',
    }),
    IsOptional(),
    IsIn(DELIVERIES),
  );

/** Declares the field `restorable`. */
export const RestorableField = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: Boolean,
      nullable: true,
      description:
        'true: `POST restore` with the `job_id` puts the values back, as long as the result is stored. Not with case_id',
    }),
    IsOptional(),
  );

/** Returns where a job's result goes. Null and absent are equivalent. */
export const resultAddress = ({
  webhook_url: webhookUrl,
  delivery,
}: Pick<SubmitAnonymizationDto, 'webhook_url' | 'delivery'>) => ({
  ...(webhookUrl != null && { webhookUrl }),
  ...(delivery && { delivery }),
});

export class SubmitAnonymizationDto {
  @ApiProperty({
    ...NOT_BLANK_FORM,
    description: 'At most MAX_TEXT_BYTES (5 MiB) of UTF-8',
    example: 'Anna Schmidt can be reached at anna.schmidt@firma.de.',
  })
  @IsString()
  text!: string;

  @ApiProperty({
    description: `One of ${SUPPORTED_LANGUAGES}`,
    example: 'en',
  })
  @IsString()
  lang!: string;

  @WebhookUrlField()
  webhook_url?: string | null;

  @DeliveryField()
  delivery?: Delivery | null;

  @ApiPropertyOptional({
    nullable: true,
    description: 'Kinds to hide; if absent or null: the default of the policy, or all but `Dates`',
    example: ['Names', 'Emails', 'Phone'],
    type: [String],
  })
  @IsOptional()
  @IsString({ each: true, message: CHOICES_FORM })
  @IsArray({ message: CHOICES_FORM })
  choices?: string[] | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'true: surrogates; false: placeholders; if absent: the style of the case, or placeholders',
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean | null;

  @CaseField()
  case_id?: string | null;

  @RestorableField()
  @IsBoolean()
  restorable?: boolean | null;
}

export class RedeliverJobDto {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Replaces the address that was given at submission',
    example: 'https://localhost:8443/webhook',
  })
  @IsOptional()
  @IsString()
  webhook_url?: string | null;
}

export class JobAcceptedDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() message!: string;
  @ApiProperty({ type: 'integer', enum: [202] }) response_code!: 202;
}

export class DeliveryAttemptDto {
  @ApiProperty({}) at!: string;
  @ApiProperty({ nullable: true, type: 'integer' }) status_code!: number | null;
  @ApiProperty({
    nullable: true,
    type: String,
    enum: ['timeout', 'connection', 'tls', 'address', 'redirect', 'status', null],
  })
  error!: string | null;
  @ApiProperty({ type: 'integer' }) duration_ms!: number;
}

export class DeliveryDto {
  @ApiProperty({ enum: ['pending', 'delivered', 'exhausted', 'gone'] }) state!: string;
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: DeliveryAttemptDto[];
}

/** The error codes of failed jobs. */
const JOB_CODES = [...FINAL_FAILURES, ...Object.keys(JOB_FAILURES)];

export class JobDto {
  @ApiProperty({}) job_id!: string;
  @ApiProperty({ enum: [...JOB_TYPES] }) type!: string;
  @ApiProperty({ enum: ['accepted', 'completed', 'failed'] }) status!: string;
  @ApiProperty({ description: 'The completed fraction, 0..1' }) progress!: number;
  @ApiProperty({ nullable: true, type: String }) error!: string | null;
  @ApiProperty({
    nullable: true,
    type: String,
    enum: [...JOB_CODES, null],
    description: 'The reason of the failure',
  })
  error_code!: string | null;
  @ApiProperty({}) created_at!: string;
  @ApiProperty({ nullable: true, type: String })
  finished_at!: string | null;
  @ApiProperty({ description: 'Null until the job ends', type: DeliveryDto, nullable: true })
  delivery!: DeliveryDto | null;
}

/** What is said at a time. */
class SpokenDto {
  @ApiProperty({ description: 'Seconds' }) start!: number;
  @ApiProperty({ description: 'Seconds' }) end!: number;
  @ApiProperty() text!: string;
  @ApiPropertyOptional({ description: 'Only with speakers or channels', example: 'S1' }) speaker?: string;
  @ApiPropertyOptional({ description: 'Set where two speak' }) overlap?: boolean;
}

class SegmentDto extends SpokenDto {
  @ApiPropertyOptional({ type: [SpokenDto], description: 'Only with words' }) words?: SpokenDto[];
}

/** What was done with a file. */
class FileReportDto {
  @ApiProperty({ example: 'csv' }) format!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'The number of hidden values by part of the file and by kind',
    example: { cells: { Names: 3 } },
  })
  values!: Record<string, Record<string, number>>;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'How often each part was left out',
    example: {},
  })
  dropped!: Record<string, number>;
  @ApiPropertyOptional({
    type: [Number],
    description: 'How often each text of `hide` was found, in their order. Absent without `hide`',
  })
  asked_words?: number[];
  @ApiProperty({ type: 'integer' }) rasterized_pages!: number;
  @ApiProperty({ type: 'integer' }) pages_read_by_ocr!: number;
}

/** The body of a webhook. */
export class JobResultDto {
  @ApiProperty() job_id!: string;
  @ApiProperty({ enum: ['completed', 'failed'] }) status!: string;
  @ApiPropertyOptional({ description: 'Only for a completed anonymization' }) anonymized_text?: string;
  @ApiPropertyOptional({ description: 'Only for a completed transcription' }) transcript?: string;
  @ApiPropertyOptional({ type: [SegmentDto], description: 'Only if requested' }) segments?: SegmentDto[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Only with speaker_names: the names that speakers say of themselves',
    example: { S1: 'Anna Weber' },
  })
  speaker_names?: Record<string, string>;
  @ApiPropertyOptional({ description: 'Only with format=json: the seconds of the recording' })
  duration?: number;
  @ApiPropertyOptional({ description: 'Only with format=json: the language, if it is known' })
  language?: string;
  @ApiPropertyOptional({
    description: 'Only for a completed file or a muted recording: its signed link, which expires',
  })
  file_url?: string;
  @ApiPropertyOptional({ type: FileReportDto, description: 'Only for a completed file' })
  report?: FileReportDto;
  @ApiPropertyOptional({ description: 'Only for a failed job' }) error?: string;
}

export const JOB = {
  job_id: '019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d',
  type: 'anonymization',
  status: 'completed',
  progress: 1,
  error: null,
  error_code: null,
  created_at: '2026-01-15T09:30:00.000Z',
  finished_at: '2026-01-15T09:30:01.000Z',
  delivery: {
    state: 'delivered',
    attempts: [{ at: '2026-01-15T09:30:01.250Z', status_code: 204, error: null, duration_ms: 42 }],
  },
};
