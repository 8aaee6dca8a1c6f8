import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { PURPOSES, type Purpose } from '@app/batches';
import { LimitField } from '../http/limit-field.decorator';

const USUAL_BATCHES = 20;
const MAX_BATCHES = 100;
const USUAL_FILES = 1_000;
const MAX_FILES = 10_000;
const ORDERS = ['asc', 'desc'] as const;

/** Selects a page of batches, newest first. */
export class BatchesQueryDto {
  @LimitField(MAX_BATCHES, USUAL_BATCHES)
  limit: number = USUAL_BATCHES;

  @ApiPropertyOptional({ description: 'The id of the last batch of the previous page' })
  @IsOptional()
  @IsString()
  after?: string;
}

/** Selects a page of files. */
export class BatchFilesQueryDto {
  @ApiPropertyOptional({ enum: PURPOSES, description: 'If absent: all' })
  @IsOptional()
  @IsIn(PURPOSES)
  purpose?: Purpose;

  @LimitField(MAX_FILES, USUAL_FILES)
  limit: number = USUAL_FILES;

  @ApiPropertyOptional({ enum: ORDERS, description: 'By the time of creation; if absent: desc' })
  @IsOptional()
  @IsIn(ORDERS)
  order: (typeof ORDERS)[number] = 'desc';

  @ApiPropertyOptional({ description: 'The id of the last file of the previous page' })
  @IsOptional()
  @IsString()
  after?: string;
}
