import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

const LIMIT = 'must be a whole number from 1 to 200';

/** A page of a list that grows. */
export class PageDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 200 })
  @IsOptional()
  @Max(200, { message: LIMIT })
  @Min(1, { message: LIMIT })
  @IsInt({ message: LIMIT })
  @Type(() => Number)
  limit?: number;

  @ApiPropertyOptional({ description: 'next_cursor of the page before' })
  @IsOptional()
  @IsString()
  cursor?: string;
}

export class HistoryQueryDto extends PageDto {
  @ApiPropertyOptional({ enum: ['restored'], description: 'Adds what the caller wrote and read' })
  @IsOptional()
  @IsIn(['restored'])
  include?: 'restored';
}
