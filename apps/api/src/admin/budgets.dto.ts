import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNumber, IsOptional, IsString, IsUUID } from 'class-validator';
import {
  BUDGET_KINDS,
  fromAmount,
  monthOf,
  remainingOf,
  type BudgetKind,
  type BudgetState,
} from '@app/budgets';
import { DoneDto } from '../openapi/api-answer.decorator';
import { ListDto } from './page.dto';

const AMOUNT = {
  type: Number,
  nullable: true,
  minimum: 0,
  description: 'A whole number of tokens, or an amount of money with at most 6 decimals',
};

/** Identifies a budget by its kind and subject. */
export class BudgetRefDto {
  @ApiProperty({ enum: BUDGET_KINDS })
  @IsIn(BUDGET_KINDS, { message: `must be one of ${BUDGET_KINDS.join(', ')}` })
  kind!: BudgetKind;

  @ApiProperty({
    format: 'uuid',
    description: 'The id of your organization, or of one of its groups, users or keys',
  })
  @IsUUID('loose', { message: 'must be an id' })
  subject_id!: string;
}

/** Requires at least one of `soft` and `hard`. */
export class SetBudgetDto {
  @ApiProperty({ description: '`tokens`, or the currency of the price list', example: 'tokens' })
  @IsString()
  unit!: string;

  @ApiPropertyOptional({ ...AMOUNT, example: 800_000 })
  @IsOptional()
  @IsNumber({}, { message: 'must be a number' })
  soft?: number | null;

  @ApiPropertyOptional({ ...AMOUNT, example: 1_000_000 })
  @IsOptional()
  @IsNumber({}, { message: 'must be a number' })
  hard?: number | null;
}

const SHOWN = "null if usage per person is not shown and the budget is a user's or has fewer than 5 callers";

export class BudgetDto {
  @ApiProperty() id!: string;
  @ApiProperty({ enum: BUDGET_KINDS }) kind!: BudgetKind;
  @ApiProperty() subject_id!: string;
  @ApiProperty({ description: '`tokens`, or a currency (ISO 4217)' }) unit!: string;
  @ApiProperty({ type: Number, nullable: true }) soft!: number | null;
  @ApiProperty({ type: Number, nullable: true }) hard!: number | null;
  @ApiProperty({ type: Number, nullable: true, description: `Used this month; ${SHOWN}` }) used!:
    | number
    | null;
  @ApiProperty({ type: Number, nullable: true, description: `Reserved by running calls; ${SHOWN}` })
  reserved!: number | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    description: `Left until the hard limit or, without one, the soft limit; ${SHOWN}`,
  })
  remaining!: number | null;
  @ApiProperty({ format: 'date-time', description: 'The start of the next month (UTC)' }) resets_at!: string;
}

export class BudgetListDto extends ListDto {
  @ApiProperty({ type: [BudgetDto] }) data!: BudgetDto[];
}
export class OwnBudgetsDto extends DoneDto {
  @ApiProperty({ type: [BudgetDto] }) data!: BudgetDto[];
}
export class BudgetAnswerDto extends DoneDto {
  @ApiProperty({ type: BudgetDto }) data!: BudgetDto;
}

/**
 * Returns the response body of a budget.
 * @param shown whether the usage may be shown
 */
export function toBudgetDto(budget: BudgetState, now: Date, shown = true): BudgetDto {
  const { id, kind, subjectId, unit, soft, hard, used, reserved } = budget;
  const written = (amount: number | null) => (amount === null ? null : fromAmount(unit, amount));
  return {
    id,
    kind,
    subject_id: subjectId,
    unit,
    soft: written(soft),
    hard: written(hard),
    used: shown ? written(used) : null,
    reserved: shown ? written(reserved) : null,
    remaining: shown ? written(remainingOf(budget)) : null,
    resets_at: monthOf(now).end.toISOString(),
  };
}

/** Example for the OpenAPI document. */
export const BUDGET: BudgetDto = {
  id: '019aa5bf-4c55-7f1d-8b1e-7f5f0b0f8a14',
  kind: 'group',
  subject_id: '019aa5bf-3c55-7f1d-8b1e-7f5f0b0f8a13',
  unit: 'tokens',
  soft: 800_000,
  hard: 1_000_000,
  used: 118_000,
  reserved: 0,
  remaining: 882_000,
  resets_at: '2026-12-01T00:00:00.000Z',
};
