import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** Declares the query field `limit`: the largest number of items of a page. @param usual the number if it is absent */
export function LimitField(most: number, usual?: number): PropertyDecorator {
  const message = `must be a whole number from 1 to ${most}`;
  const description = usual === undefined ? {} : { description: `If absent: ${usual}` };
  return applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: most, ...description }),
    IsOptional(),
    Max(most, { message }),
    Min(1, { message }),
    IsInt({ message }),
    Type(() => Number),
  );
}
