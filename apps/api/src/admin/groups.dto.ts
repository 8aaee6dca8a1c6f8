import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import type { Group, GroupMember } from '@app/accounts';
import { DoneDto } from '../openapi/api-answer.decorator';
import { NAME_FORM } from '../openapi/forms';
import { PersonLimitsDto } from './limits.dto';
import { ListDto } from './page.dto';

const NAME = {
  type: String,
  ...NAME_FORM,
  description: '1 to 200 characters without control characters; unique in the organization',
  example: 'Legal',
};

const LIMITS = {
  type: PersonLimitsDto,
  nullable: true,
  description: "Limits of each member; the highest limit of a user's groups applies",
};

export class CreateGroupDto {
  @ApiProperty(NAME)
  @IsString()
  name!: string;

  @ApiPropertyOptional(LIMITS)
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => PersonLimitsDto)
  limits?: PersonLimitsDto | null;
}

/** Absent and null fields stay unchanged. */
export class ChangeGroupDto {
  @ApiPropertyOptional({ ...NAME, nullable: true })
  @IsOptional()
  @IsString()
  name?: string | null;

  @ApiPropertyOptional(LIMITS)
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => PersonLimitsDto)
  limits?: PersonLimitsDto | null;
}

export class GroupDto {
  @ApiProperty() id!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) limits!: Record<string, string>;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

class GroupMemberDto {
  @ApiProperty({ description: 'The id of the user' }) id!: string;
  @ApiProperty() user_name!: string;
  @ApiProperty({ description: 'Whether single sign-on claims added the member; they can also remove it' })
  from_claims!: boolean;
  @ApiProperty({ description: 'Whether SCIM added the member; it can also remove it' })
  from_scim!: boolean;
}

export class GroupListDto extends ListDto {
  @ApiProperty({ type: [GroupDto] }) data!: GroupDto[];
}
export class GroupAnswerDto extends DoneDto {
  @ApiProperty({ type: GroupDto }) data!: GroupDto;
}
export class GroupMemberListDto extends ListDto {
  @ApiProperty({ type: [GroupMemberDto] }) data!: GroupMemberDto[];
}

export const toGroupDto = ({ id, name, rateLimits, createdAt }: Group): GroupDto => ({
  id,
  name,
  limits: { ...rateLimits },
  created_at: createdAt.toISOString(),
});

export const toGroupMemberDto = ({ id, userName, fromClaims, fromScim }: GroupMember): GroupMemberDto => ({
  id,
  user_name: userName,
  from_claims: fromClaims,
  from_scim: fromScim,
});

/** Example for the OpenAPI document. */
export const GROUP: GroupDto = {
  id: '019aa5bf-3c55-7f1d-8b1e-7f5f0b0f8a13',
  name: 'Legal',
  limits: { chat: '120/1m' },
  created_at: '2026-01-15T09:30:00.000Z',
};
