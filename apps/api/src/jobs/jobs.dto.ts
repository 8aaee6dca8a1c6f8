import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsOptional, IsString } from 'class-validator';
import { WebhookUrlField } from './webhook-url.decorator';

export class SubmitAnonymizationDto {
  @ApiProperty({
    description: 'At most MAX_TEXT_BYTES (5 MiB) of UTF-8',
    example: 'Anna Schmidt can be reached at anna.schmidt@firma.de.',
  })
  @IsString()
  text!: string;

  @ApiProperty({
    description: '`en`, `eng`, `de`, `deu` or `ger`, also with a region such as `en-GB`',
    example: 'en',
  })
  @IsString()
  lang!: string;

  @WebhookUrlField()
  webhook_url!: string;

  @ApiPropertyOptional({
    description: '`Names`, `Emails`, `Phone`; absent means all three',
    example: ['Names', 'Emails', 'Phone'],
    type: [String],
  })
  @IsOptional()
  @IsArray()
  @IsString({ each: true })
  choices?: string[];

  @ApiPropertyOptional({ description: 'Realistic surrogates instead of placeholders', example: false })
  @IsOptional()
  @IsBoolean()
  anonymized?: boolean;
}

export class RedeliverJobDto {
  @ApiPropertyOptional({
    description: 'Takes the place of the address that was given at submission',
    example: 'https://localhost:8443/webhook',
  })
  @IsOptional()
  @IsString()
  webhook_url?: string;
}
