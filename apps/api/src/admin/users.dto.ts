import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, ValidateNested } from 'class-validator';
import { MAX_USER_NAME_LENGTH, type OneTimePassword, type User } from '@app/accounts';
import { ROLES, type Role } from '@app/common';
import { DoneDto } from '../openapi/api-answer.decorator';
import { PersonLimitsDto } from './limits.dto';
import { ListDto } from './page.dto';

const ROLE = `must be one of ${ROLES.join(', ')}`;
const OPTIONAL_ROLE = { type: String, enum: [...ROLES, null], nullable: true };
const USER_NAME_PATTERN = '^[^\\s@\\x00-\\x1f\\x7f-\\x9f]+@[^\\s@\\x00-\\x1f\\x7f-\\x9f]+$';

export class CreateUserDto {
  @ApiProperty({
    maxLength: MAX_USER_NAME_LENGTH,
    pattern: USER_NAME_PATTERN,
    description: 'An e-mail address that no other user has',
    example: 'anna.schmidt@company.example',
  })
  @IsString()
  user_name!: string;

  @ApiPropertyOptional({ ...OPTIONAL_ROLE, description: 'Absent or null: `member`' })
  @IsOptional()
  @IsIn(ROLES, { message: ROLE })
  role?: Role | null;
}

/** Absent and null fields stay unchanged. */
export class ChangeUserDto {
  @ApiPropertyOptional(OPTIONAL_ROLE)
  @IsOptional()
  @IsIn(ROLES, { message: ROLE })
  role?: Role | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'false locks the user out immediately and permanently ends all their logins and keys',
  })
  @IsOptional()
  @IsBoolean()
  active?: boolean | null;

  @ApiPropertyOptional({ type: PersonLimitsDto, nullable: true })
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => PersonLimitsDto)
  limits?: PersonLimitsDto | null;
}

export class UserDto {
  @ApiProperty() id!: string;
  @ApiProperty() user_name!: string;
  @ApiProperty({ enum: ['person', 'service'], description: '`service`: only keys act for it' })
  type!: string;
  @ApiProperty({ type: String, enum: [...ROLES, null], nullable: true }) role!: Role | null;
  @ApiProperty() active!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) limits!: Record<string, string>;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class OneTimePasswordDto {
  @ApiProperty({ description: 'Shown only in this response; valid only for setting a new password' })
  one_time_password!: string;
  @ApiProperty({ format: 'date-time' }) valid_until!: string;
}

class NewUserDto extends OneTimePasswordDto {
  @ApiProperty({ type: UserDto }) user!: UserDto;
}

export class UserListDto extends ListDto {
  @ApiProperty({ type: [UserDto] }) data!: UserDto[];
}
export class UserAnswerDto extends DoneDto {
  @ApiProperty({ type: UserDto }) data!: UserDto;
}
export class NewUserAnswerDto extends DoneDto {
  @ApiProperty({ type: NewUserDto }) data!: NewUserDto;
}
export class OneTimePasswordAnswerDto extends DoneDto {
  @ApiProperty({ type: OneTimePasswordDto }) data!: OneTimePasswordDto;
}

export const toUserDto = ({ id, userName, role, active, rateLimits, createdAt }: User): UserDto => ({
  id,
  user_name: userName,
  type: role === null ? 'service' : 'person',
  role,
  active,
  limits: { ...rateLimits },
  created_at: createdAt.toISOString(),
});

export const toOneTimePasswordDto = ({ password, until }: OneTimePassword): OneTimePasswordDto => ({
  one_time_password: password,
  valid_until: until.toISOString(),
});

/** Example for the OpenAPI document. */
export const USER: UserDto = {
  id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12',
  user_name: 'anna.schmidt@company.example',
  type: 'person',
  role: 'member',
  active: true,
  limits: { chat: '300/1m' },
  created_at: '2026-01-15T09:30:00.000Z',
};
export const ONE_TIME_PASSWORD: OneTimePasswordDto = {
  one_time_password: 'k7wzq-m3hxd-r9tpa-c5vne',
  valid_until: '2026-01-18T09:30:00.000Z',
};
