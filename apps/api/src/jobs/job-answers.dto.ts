import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

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

export class JobDto {
  @ApiProperty({}) job_id!: string;
  @ApiProperty({ enum: ['anonymization', 'transcription'] }) type!: string;
  @ApiProperty({ enum: ['accepted', 'completed', 'failed'] }) status!: string;
  @ApiProperty({ description: 'How much is done, 0..1' }) progress!: number;
  @ApiProperty({ nullable: true, type: String }) error!: string | null;
  @ApiProperty({}) created_at!: string;
  @ApiProperty({ nullable: true, type: String })
  finished_at!: string | null;
  @ApiProperty({ description: 'Null until the job ends', type: DeliveryDto, nullable: true })
  delivery!: DeliveryDto | null;
}

class SegmentDto {
  @ApiProperty({ description: 'Seconds' }) start!: number;
  @ApiProperty({ description: 'Seconds' }) end!: number;
  @ApiProperty() text!: string;
}

/** What a webhook carries. */
export class JobResultDto {
  @ApiProperty() job_id!: string;
  @ApiProperty({ enum: ['completed', 'failed'] }) status!: string;
  @ApiPropertyOptional({ description: 'Of a completed anonymization' }) anonymized_text?: string;
  @ApiPropertyOptional({ description: 'Of a completed transcription' }) transcript?: string;
  @ApiPropertyOptional({ type: [SegmentDto], description: 'With timestamps' }) segments?: SegmentDto[];
  @ApiPropertyOptional({ description: 'Of a failed job' }) error?: string;
}
