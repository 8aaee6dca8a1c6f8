import { ApiProperty } from '@nestjs/swagger';
import { IsDefined } from 'class-validator';

const FORM = 'Unix milliseconds, or ISO 8601 with Z or an offset';

export class TokenUsageDto {
  @ApiProperty({
    description: FORM,
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    example: '2026-11-01T00:00:00Z',
  })
  @IsDefined({ message: `is missing; expected ${FORM}` })
  start_date!: unknown;

  @ApiProperty({
    description: `${FORM}; included`,
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    example: '2026-11-30T23:59:59.999Z',
  })
  @IsDefined({ message: `is missing; expected ${FORM}` })
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
