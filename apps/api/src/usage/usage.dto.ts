import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { IsDefined } from 'class-validator';
import { TIME_FORM } from '../openapi/forms';

const FORM = 'Unix milliseconds, or ISO 8601 with Z or an offset';
export const TIME_MISSING = `is missing; expected ${FORM}`;

const TIME = [
  { type: 'string', ...TIME_FORM },
  { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 },
];

/** Documents both query parameters, because `ApiProperty` would declare a property of two types as an object. */
export const ApiTimeRange = () =>
  applyDecorators(
    ApiQuery({ name: 'start_date', required: true, description: FORM, schema: { oneOf: TIME } }),
    ApiQuery({ name: 'end_date', required: true, description: `${FORM}; included`, schema: { oneOf: TIME } }),
  );

export class TokenUsageDto {
  @ApiProperty({
    description: FORM,
    oneOf: TIME,
    example: '2026-11-01T00:00:00Z',
  })
  @IsDefined({ message: TIME_MISSING })
  start_date!: unknown;

  @ApiProperty({
    description: `${FORM}; included`,
    oneOf: TIME,
    example: '2026-11-30T23:59:59.999Z',
  })
  @IsDefined({ message: TIME_MISSING })
  end_date!: unknown;
}

class CountDto {
  @ApiProperty({ type: 'integer' }) total_tokens!: number;
  @ApiProperty({ type: 'integer' }) prompt_tokens!: number;
  @ApiProperty({ type: 'integer' }) completion_tokens!: number;
  @ApiProperty({ type: 'integer' }) requests!: number;
}

class ModelCountDto extends CountDto {
  @ApiProperty() model!: string;
}

class DayCountDto {
  @ApiProperty({ description: 'A UTC day, YYYY-MM-DD' }) date!: string;
  @ApiProperty({ type: 'integer' }) total_tokens!: number;
}

class UsageDataDto extends CountDto {
  @ApiProperty() organization_id!: string;
  @ApiProperty() start_date!: string;
  @ApiProperty({ description: 'Included' }) end_date!: string;
  @ApiProperty({ type: [ModelCountDto] }) by_model!: ModelCountDto[];
  @ApiProperty({ type: [DayCountDto], description: 'Only days with usage' }) by_day!: DayCountDto[];
}

export class UsageDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty() data!: UsageDataDto;
}
