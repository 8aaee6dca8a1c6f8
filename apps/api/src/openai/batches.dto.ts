import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { PURPOSES, type Purpose } from '@app/batches';

const USUAL_BATCHES = 20;
const MAX_BATCHES = 100;
const USUAL_FILES = 1_000;
const MAX_FILES = 10_000;
const ORDERS = ['asc', 'desc'] as const;

/** Selects a page of batches, newest first. */
export class BatchesQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_BATCHES,
    description: `If absent: ${USUAL_BATCHES}`,
  })
  @IsOptional()
  @Max(MAX_BATCHES, { message: `must be a whole number from 1 to ${MAX_BATCHES}` })
  @Min(1, { message: `must be a whole number from 1 to ${MAX_BATCHES}` })
  @IsInt({ message: `must be a whole number from 1 to ${MAX_BATCHES}` })
  @Type(() => Number)
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

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_FILES,
    description: `If absent: ${USUAL_FILES}`,
  })
  @IsOptional()
  @Max(MAX_FILES, { message: `must be a whole number from 1 to ${MAX_FILES}` })
  @Min(1, { message: `must be a whole number from 1 to ${MAX_FILES}` })
  @IsInt({ message: `must be a whole number from 1 to ${MAX_FILES}` })
  @Type(() => Number)
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
