import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsOptional, IsString, Length } from 'class-validator';
import type { Delivery } from '@app/jobs';
import { AUDIO_EXTENSIONS, RESULT_FORMATS, type ResultFormat } from '@app/transcription';
import { CaseField } from '../cases/case-field';
import { asFlag, asList } from '../http/form-values';
import { CHOICES_FORM, DeliveryField, RestorableField, WebhookUrlField } from '../jobs/jobs.dto';

/** The numbers of speakers that can be told apart. */
const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Reads `true`, `false` and numbers. */
const asSpeakers = (field: { value: unknown }): unknown =>
  typeof field.value === 'string' && /^\d+$/.test(field.value) ? Number(field.value) : asFlag(field);

export class SubmitTranscriptionDto {
  @ApiProperty({
    description: `${AUDIO_EXTENSIONS.join(', ')}; at most MAX_AUDIO_BYTES (500 MiB)`,
    type: 'string',
    format: 'binary',
  })
  file?: unknown;

  @ApiProperty({
    description:
      'Any ISO 639 code that the engine knows, such as `en` or `de`, or `auto`: the language is recognized',
    example: 'en',
  })
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
  @IsString({ each: true, message: CHOICES_FORM })
  @IsArray({ message: CHOICES_FORM })
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

  @ApiPropertyOptional({
    description:
      'Names the speaker of each segment (`S1`, `S2` ...): `true`, or the number of speakers from 1 to 10. Adds ' +
      '`segments` to the result; `overlap: true` where two speak',
    example: 'true',
    type: 'string',
    enum: ['true', 'false', ...COUNTS.map(String)],
  })
  @IsOptional()
  @Transform(asSpeakers)
  @IsIn([true, false, ...COUNTS], { message: 'speakers must be true, false or a number from 1 to 10' })
  speakers?: boolean | number;

  @ApiPropertyOptional({
    description:
      '`split`: each of two channels is one speaker, as in recorded calls. Adds `segments` to the result',
    enum: ['split'],
  })
  @IsOptional()
  @IsIn(['split'])
  channels?: 'split';

  @ApiPropertyOptional({
    description:
      'Adds `speaker_names` to the result: the names that speakers say of themselves ("my name is"), hidden like all names. ' +
      'Needs `speakers` or `channels`, and a language in which names are found',
    example: false,
  })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  speaker_names?: boolean;

  @ApiPropertyOptional({
    description:
      'Adds `segments` with `words: [{start,end,text}]` to the result. 400 `not_supported` if the engine has no times of words',
    example: false,
  })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  words?: boolean;

  @ApiPropertyOptional({
    description:
      'The form of the result: with `srt` and `vtt`, `transcript` is a subtitle file; `json` adds `segments`, `duration` ' +
      'and, if it was recognized, `language`',
    enum: RESULT_FORMATS,
    default: 'text',
  })
  @IsOptional()
  @IsIn(RESULT_FORMATS)
  format?: ResultFormat | 'text';

  @ApiPropertyOptional({
    description:
      'Words that the recording may contain, for a speech server. 400 `not_supported` for an engine that does not use them',
    maxLength: 1000,
    example: 'Kubernetes, Grafana',
  })
  @IsOptional()
  @Length(1, 1000)
  @IsString()
  vocabulary?: string;

  @ApiPropertyOptional({
    description:
      'Adds `file_url` to the result: the recording with the hidden values muted, as .wav without metadata. Needs `choices`; ' +
      '400 `not_supported` if the engine has no times of words',
    example: false,
  })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  bleep?: boolean;

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
