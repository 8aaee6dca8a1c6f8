import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { ENTITY_TYPES, REPLACEMENT_STYLES, type EntityType, type ReplacementStyle } from '@app/anonymization';
import {
  MOST_LISTED_VALUES,
  type Case,
  type CaseMember,
  type ForgettingPreview,
  type ToForget,
} from '@app/cases';
import { invalid } from '@app/common';
import { ListDto } from '../admin/page.dto';
import { IsTime } from '../http/is-time';

const EXPIRY = 'must be a time like 2027-01-31T12:00:00Z';
const STYLE = `must be ${REPLACEMENT_STYLES.join(' or ')}`;
const GROUP = 'must be the id of one of your groups';

/** The fields of a new case. */
export class CreateCaseDto {
  @ApiPropertyOptional({ maxLength: 200, description: 'Stored encrypted' })
  @IsOptional()
  @IsString()
  name?: string;

  @ApiPropertyOptional({ enum: REPLACEMENT_STYLES, description: 'Cannot be changed. If absent: surrogates' })
  @IsOptional()
  @IsIn(REPLACEMENT_STYLES, { message: STYLE })
  style?: ReplacementStyle;

  @ApiPropertyOptional({ format: 'date-time', description: 'When the case is deleted. If absent: never' })
  @IsOptional()
  @IsTime(EXPIRY)
  expires_at?: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Shares the case with all members of one of your groups',
  })
  @IsOptional()
  @IsUUID('all', { message: GROUP })
  group_id?: string;
}

/** The changed fields of a case. */
export class ChangeCaseDto {
  @ApiPropertyOptional({ maxLength: 200 })
  @IsOptional()
  @IsString()
  name?: string;

  @ApiPropertyOptional({ format: 'date-time', type: String, nullable: true, description: 'null: never' })
  @ValidateIf(({ expires_at: given }: ChangeCaseDto) => given !== undefined && given !== null)
  @IsTime(EXPIRY)
  expires_at?: string | null;

  @ApiPropertyOptional({
    format: 'uuid',
    type: String,
    nullable: true,
    description:
      'Shares the case with all members of this group, who then see every value in it. The same group again admits ' +
      'who joined it since. null: ends the sharing',
  })
  @ValidateIf(({ group_id: given }: ChangeCaseDto) => given !== undefined && given !== null)
  @IsUUID('all', { message: GROUP })
  group_id?: string | null;
}

/** The value of a preview of forgetting. */
export class PreviewForgettingDto {
  @ApiProperty({
    description: 'One form of the value, as a text contained it',
    minLength: 1,
    maxLength: 10_000,
  })
  @MaxLength(10_000)
  @IsNotEmpty()
  @IsString()
  value!: string;
}

const EITHER = 'must be given, or values, and not both';

/** The values to forget. */
export class ForgetValuesDto {
  @ApiPropertyOptional({
    description: 'Each value of the case that contains it as whole words is forgotten',
    minLength: 1,
    maxLength: 10_000,
  })
  @ValidateIf(({ value, values }: ForgetValuesDto) => value !== undefined || values === undefined)
  @MaxLength(10_000)
  @IsNotEmpty()
  @IsString()
  value?: string;

  @ApiPropertyOptional({
    description: 'Exactly these values are forgotten: as `previewForgetting` lists them, instead of `value`',
    type: [String],
    minItems: 1,
    maxItems: MOST_LISTED_VALUES,
  })
  @ValidateIf(({ values }: ForgetValuesDto) => values !== undefined)
  @IsString({ each: true, message: 'must be a list of texts' })
  @ArrayMaxSize(MOST_LISTED_VALUES)
  @ArrayNotEmpty()
  @IsArray()
  values?: string[];
}

/** @throws AppError `bad_request` */
export function toForget({ value, values }: ForgetValuesDto): ToForget {
  if (value !== undefined && values !== undefined) throw invalid('value', EITHER);
  return values === undefined ? { value: value! } : { values };
}

/** A case in lists. */
export class CaseDto {
  @ApiProperty({ format: 'uuid' }) case_id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ enum: REPLACEMENT_STYLES }) style!: ReplacementStyle;
  @ApiProperty({ description: 'Whether you own it' }) is_owner!: boolean;
  @ApiProperty({ type: 'integer' }) entities!: number;
  @ApiProperty({ type: 'integer', description: 'The number of users who may use it' }) members!: number;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) group_id!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) last_used_at!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expires_at!: string | null;
}

class CaseMemberDto {
  @ApiProperty({ format: 'uuid' }) user_id!: string;
  @ApiProperty() user_name!: string;
}

class CaseDetailsDto extends CaseDto {
  @ApiProperty({
    type: [CaseMemberDto],
    maxItems: 100,
    description: 'The users who may use it: the first 100 by name. `members` counts all',
  })
  people!: CaseMemberDto[];
  @ApiProperty({ type: 'integer', description: 'Members of the group that the owner did not admit yet' })
  waiting!: number;
  @ApiProperty({
    type: [String],
    maxItems: 100,
    description: 'The first 100 of their user names, if you own the case',
  })
  waiting_names!: string[];
}

export class CaseAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: CaseDto }) data!: CaseDto;
}

export class CaseDetailsAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: CaseDetailsDto }) data!: CaseDetailsDto;
}

export class CaseListDto extends ListDto {
  @ApiProperty({ type: [CaseDto] }) data!: CaseDto[];
}

class OwnGroupDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
}

export class OwnGroupsDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: [OwnGroupDto] }) data!: OwnGroupDto[];
}

class ForgottenDto {
  @ApiProperty({ type: 'integer', description: 'The number of values that were forgotten' })
  forgotten!: number;
}

export class ForgottenAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: ForgottenDto }) data!: ForgottenDto;
}

class ForgettableValueDto {
  @ApiProperty({ description: 'Its longest form' }) value!: string;
  @ApiProperty({ enum: ENTITY_TYPES }) kind!: EntityType;
  @ApiProperty({ description: 'Whether it contains the asked value. Else it may belong to the same person' })
  contains!: boolean;
}

class ForgettingPreviewDto {
  @ApiProperty({ type: [ForgettableValueDto], maxItems: MOST_LISTED_VALUES }) values!: ForgettableValueDto[];
  @ApiProperty({ description: 'Whether the asked value is a name of several persons: name the values then' })
  is_ambiguous!: boolean;
}

export class ForgettingPreviewAnswerDto {
  @ApiProperty({ enum: [true] }) success!: boolean;
  @ApiProperty() message!: string;
  @ApiProperty({ type: ForgettingPreviewDto }) data!: ForgettingPreviewDto;
}

export const toForgettingPreviewDto = ({ values, isAmbiguous }: ForgettingPreview): ForgettingPreviewDto => ({
  values: values.map(({ value, type, contains }) => ({ value, kind: type, contains })),
  is_ambiguous: isAmbiguous,
});

export const toCaseDto = (one: Case): CaseDto => ({
  case_id: one.id,
  name: one.name,
  style: one.style,
  is_owner: one.isOwner,
  entities: one.entities,
  members: one.members,
  group_id: one.groupId,
  created_at: one.createdAt.toISOString(),
  last_used_at: one.lastUsedAt.toISOString(),
  expires_at: one.expiresAt?.toISOString() ?? null,
});

export const toCaseMemberDto = ({ id, userName }: CaseMember): CaseMemberDto => ({
  user_id: id,
  user_name: userName,
});

/** The case of the examples. */
export const CASE: CaseDto = {
  case_id: '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d20',
  name: 'Schmidt ./. Nordwerk',
  style: 'surrogates',
  is_owner: true,
  entities: 2,
  members: 1,
  group_id: null,
  created_at: '2026-11-26T08:00:00.000Z',
  last_used_at: '2026-11-26T08:05:00.000Z',
  expires_at: null,
};
