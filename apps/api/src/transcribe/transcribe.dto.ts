import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';

/** Repeated parts, or one with commas (contract 3). */
const asList = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? value.split(',').map((word) => word.trim()) : value;

const asFlag = ({ value }: { value: unknown }): unknown =>
  ({ true: true, false: false })[String(value)] ?? value;

export class SubmitTranscriptionDto {
  /** .mp3, .wav, .m4a or .ogg; at most MAX_AUDIO_BYTES (500 MiB). */
  @ApiProperty({ type: 'string', format: 'binary' })
  file?: unknown;

  /** Any ISO 639 code that the engine knows, such as `en` or `de`. */
  @ApiProperty({ example: 'en' })
  @IsString()
  lang!: string;

  /** An https address that this service may deliver to. */
  @ApiProperty({ example: 'https://localhost:8443/webhook' })
  @IsString()
  webhook_url!: string;

  /** `Names`, `Emails`, `Phone`: what is hidden in the transcript; absent means nothing. */
  @ApiPropertyOptional({ example: ['Names', 'Phone'], type: [String] })
  @IsOptional()
  @Transform(asList)
  @IsArray()
  @IsString({ each: true })
  choices?: string[];

  /** With `choices`: realistic surrogates instead of placeholders. */
  @ApiPropertyOptional({ example: false })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  anonymized?: boolean;

  /** Adds `segments` with their times to the result. */
  @ApiPropertyOptional({ example: false })
  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  timestamps?: boolean;
}

export class TranscriptionAcceptedDto {
  @ApiProperty({ example: 'accepted' }) status!: 'accepted';
  @ApiProperty({ example: '019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d' }) job_id!: string;
}
