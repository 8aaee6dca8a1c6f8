import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';

export class SubmitAnonymizationDto {
  /** At most MAX_TEXT_BYTES (5 MiB) of UTF-8. */
  @ApiProperty({ example: 'Anna Schmidt can be reached at anna.schmidt@firma.de.' })
  @IsString()
  text!: string;

  /** `en`, `eng`, `de`, `deu` or `ger`, also with a region such as `en-GB`. */
  @ApiProperty({ example: 'en' })
  @IsString()
  lang!: string;

  /** An https address that this service may deliver to. */
  @ApiProperty({ example: 'https://localhost:8443/webhook' })
  @IsString()
  webhook_url!: string;

  /** `Names`, `Emails`, `Phone`; absent means all three. */
  @ApiPropertyOptional({ example: ['Names', 'Emails', 'Phone'], type: [String] })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  choices?: string[];

  /** Realistic surrogates instead of placeholders. */
  @ApiPropertyOptional({ example: false })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean;
}

export class JobAcceptedDto {
  @ApiProperty({ example: true }) success!: true;
  @ApiProperty({ example: 'Job accepted' }) message!: string;
  @ApiProperty({ example: 202 }) response_code!: 202;
}

export class RedeliverJobDto {
  /** Takes the place of the address that was given at submission. */
  @ApiPropertyOptional({ example: 'https://localhost:8443/webhook' })
  @IsOptional()
  @IsString()
  webhook_url?: string;
}

export class DeliveryAttemptDto {
  @ApiProperty({ example: '2026-01-15T09:30:01.250Z' }) at!: string;
  @ApiProperty({ example: 503, nullable: true, type: Number }) status_code!: number | null;
  @ApiProperty({
    example: 'status',
    nullable: true,
    type: String,
    enum: ['timeout', 'connection', 'tls', 'address', 'redirect', 'status'],
  })
  error!: string | null;
  @ApiProperty({ example: 42 }) duration_ms!: number;
}

export class DeliveryDto {
  @ApiProperty({ example: 'pending', enum: ['pending', 'delivered', 'exhausted', 'gone'] }) state!: string;
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: DeliveryAttemptDto[];
}

export class JobDto {
  @ApiProperty({ example: '019a9d2c-7f3e-7d2a-9c1b-3f5e8a7b6c4d' }) job_id!: string;
  @ApiProperty({ example: 'anonymization', enum: ['anonymization', 'transcription'] }) type!: string;
  @ApiProperty({ example: 'completed', enum: ['accepted', 'completed', 'failed'] }) status!: string;
  /** How much is done, 0..1. */
  @ApiProperty({ example: 1 }) progress!: number;
  @ApiProperty({ example: null, nullable: true, type: String }) error!: string | null;
  @ApiProperty({ example: '2026-01-15T09:30:00.000Z' }) created_at!: string;
  @ApiProperty({ example: '2026-01-15T09:30:01.000Z', nullable: true, type: String })
  finished_at!: string | null;
  /** Null until the job ends. */
  @ApiProperty({ type: DeliveryDto, nullable: true }) delivery!: DeliveryDto | null;
}
