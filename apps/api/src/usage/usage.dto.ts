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
