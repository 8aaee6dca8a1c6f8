import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsIn } from 'class-validator';
import { USAGE_BY, type UsageBy, type UsageShare } from '@app/usage';
import { DoneDto } from '../openapi/api-answer.decorator';
import { TIME_MISSING } from '../usage/usage.dto';

/** `ApiTimeRange` documents the times. */
export class UsageByDto {
  @IsDefined({ message: TIME_MISSING })
  start_date!: unknown;

  @IsDefined({ message: TIME_MISSING })
  end_date!: unknown;

  @ApiProperty({ enum: USAGE_BY })
  @IsIn(USAGE_BY, { message: `must be one of ${USAGE_BY.join(', ')}` })
  by!: UsageBy;
}

class CostDto {
  @ApiProperty({ description: 'ISO 4217' }) currency!: string;
  @ApiProperty({ description: 'At the prices that applied to each call' }) amount!: number;
}

class UsageShareDto {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'A UTC day, a model, or the id of a group, key or user; null if there is none or it is not shown',
  })
  of!: string | null;
  @ApiProperty({ type: 'integer' }) total_tokens!: number;
  @ApiProperty({ type: 'integer' }) prompt_tokens!: number;
  @ApiProperty({ type: 'integer' }) completion_tokens!: number;
  @ApiProperty({ type: 'integer' }) requests!: number;
  @ApiProperty({ type: [CostDto], description: 'Without calls of models that have no price' })
  costs!: CostDto[];
}

export class UsageByAnswerDto extends DoneDto {
  @ApiProperty({ type: [UsageShareDto] }) data!: UsageShareDto[];
}

const MICROS = 1_000_000;

export const toShareDto = (share: UsageShare): UsageShareDto => ({
  of: share.of,
  total_tokens: share.totalTokens,
  prompt_tokens: share.promptTokens,
  completion_tokens: share.completionTokens,
  requests: share.requests,
  costs: share.costs.map(({ currency, micros }) => ({ currency, amount: micros / MICROS })),
});
