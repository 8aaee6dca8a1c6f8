import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsOptional, IsString, IsUUID, MaxLength, ValidateIf } from 'class-validator';
import { REPLACEMENT_STYLES, type ReplacementStyle } from '@app/anonymization';
import type { Case, CaseMember } from '@app/cases';
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

/** The value to forget. */
export class ForgetValueDto {
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
