import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';
import type { Delivery } from '@app/jobs';
import { CaseField } from '../cases/case-field';
import { asFlag, asList } from '../http/form-values';
import { DeliveryField, RestorableField, WebhookUrlField } from '../jobs/jobs.dto';

export class SubmitTranscriptionDto {
  @ApiProperty({
    description: '.mp3, .wav, .m4a or .ogg; at most MAX_AUDIO_BYTES (500 MiB)',
    type: 'string',
    format: 'binary',
  })
  file?: unknown;

  @ApiProperty({ description: 'Any ISO 639 code that the engine knows, such as `en` or `de`', example: 'en' })
  @IsString()
  lang!: string;

  @WebhookUrlField()
  webhook_url?: string | null;

  @DeliveryField()
  delivery?: Delivery | null;

  @ApiPropertyOptional({
    description:
      '`Names`, `Emails`, `Phone`: the kinds to hide in the transcript; if absent, nothing is hidden',
    example: ['Names', 'Phone'],
    type: [String],
  })
  @IsOptional()
  @Transform(asList)
  @IsArray()
  @IsString({ each: true })
  choices?: string[];

  @ApiPropertyOptional({
    description:
      'With `choices`: true for surrogates, false for placeholders; if absent: the style of the case, or placeholders',
    example: false,
  })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  anonymized?: boolean;

  @ApiPropertyOptional({ description: 'Adds `segments` with their times to the result', example: false })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  timestamps?: boolean;

  @CaseField()
  case_id?: string | null;

  @RestorableField()
  @Transform(asFlag)
  @IsBoolean()
  restorable?: boolean;
}

export class TranscriptionAcceptedDto {
  @ApiProperty({ enum: ['accepted'] }) status!: 'accepted';
  @ApiProperty() job_id!: string;
}
