import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  ValidateNested,
} from 'class-validator';
import {
  IMPORT_FAULTS,
  MAX_USER_NAME_LENGTH,
  MOST_IMPORTED,
  SETUP_KINDS,
  type ImportFault,
  type PasswordSetup,
  type PersonOfImport,
  type SetupKind,
  type User,
} from '@app/accounts';
import { ROLES, type Role, baseOf } from '@app/common';
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
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name that the user has chosen, or that an identity provider has set',
  })
  display_name!: string | null;
  @ApiProperty({ enum: ['person', 'service'], description: '`service`: only keys act for it' })
  type!: string;
  @ApiProperty({ type: String, enum: [...ROLES, null], nullable: true }) role!: Role | null;
  @ApiProperty() active!: boolean;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } }) limits!: Record<string, string>;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The end of the invitation of a user who has set no password yet; null without one',
  })
  invited_until!: string | null;
  @ApiProperty({ description: 'Whether the user has set up a second factor' }) second_factor!: boolean;
}

export class OneTimePasswordDto {
  @ApiProperty({ description: 'Shown only in this response; valid only for setting a new password' })
  one_time_password!: string;
  @ApiProperty({ format: 'date-time' }) valid_until!: string;
}

export class InvitationDto {
  @ApiProperty({
    format: 'uri',
    description: 'The address of a page that sets the password, once; shown only in this response',
  })
  link!: string;
  @ApiProperty({ format: 'date-time' }) valid_until!: string;
}

class InvitedUserDto extends InvitationDto {
  @ApiProperty({ type: UserDto }) user!: UserDto;
}

class ImportedUserDto extends CreateUserDto {
  @ApiPropertyOptional({
    type: [String],
    nullable: true,
    maxItems: 100,
    description: 'Names of groups of the organization',
    example: ['Legal'],
  })
  @IsOptional()
  @IsString({ each: true, message: 'must be a list of names' })
  @ArrayMaxSize(100, { message: 'must be at most 100 names' })
  @IsArray({ message: 'must be a list of names' })
  groups?: string[] | null;
}

const USERS = `must be a list of 1 to ${MOST_IMPORTED} users`;

export class ImportUsersDto {
  @ApiProperty({ type: [ImportedUserDto], minItems: 1, maxItems: MOST_IMPORTED })
  @ValidateNested({ each: true })
  @IsObject({ each: true, message: USERS })
  @ArrayMaxSize(MOST_IMPORTED, { message: USERS })
  @ArrayNotEmpty({ message: USERS })
  @IsArray({ message: USERS })
  @Type(() => ImportedUserDto)
  users!: ImportedUserDto[];

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    enum: [...SETUP_KINDS, null],
    description: 'How the users set their first password. Absent or null: `invitation`',
  })
  @IsOptional()
  @IsIn(SETUP_KINDS, { message: `must be one of ${SETUP_KINDS.join(', ')}` })
  setup?: SetupKind | null;

  @ApiPropertyOptional({
    type: Boolean,
    nullable: true,
    description: 'true: creates nothing, and returns what an import would do with each user',
  })
  @IsOptional()
  @IsBoolean()
  preview?: boolean | null;
}

class ImportedUserStateDto {
  @ApiProperty() user_name!: string;
  @ApiProperty({
    enum: ['new', 'exists', 'refused', 'created'],
    description: '`exists`: the organization has the user, who stays unchanged',
  })
  state!: 'created' | PersonOfImport['state'];
  @ApiProperty({ type: String, enum: [...IMPORT_FAULTS, null], nullable: true }) reason!: ImportFault | null;
  @ApiProperty({ type: String, nullable: true, description: 'The id of a created user' }) id!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'uri',
    description: 'The invitation, shown only here',
  })
  link!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Shown only here' })
  one_time_password!: string | null;
}

class UserImportDto {
  @ApiProperty({ type: [ImportedUserStateDto] }) users!: ImportedUserStateDto[];
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'The end of the invitations or one-time passwords; null if no user was created',
  })
  valid_until!: string | null;
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
export class InvitedUserAnswerDto extends DoneDto {
  @ApiProperty({ type: InvitedUserDto }) data!: InvitedUserDto;
}
export class InvitationAnswerDto extends DoneDto {
  @ApiProperty({ type: InvitationDto }) data!: InvitationDto;
}
export class UserImportAnswerDto extends DoneDto {
  @ApiProperty({ type: UserImportDto }) data!: UserImportDto;
}
export class OneTimePasswordAnswerDto extends DoneDto {
  @ApiProperty({ type: OneTimePasswordDto }) data!: OneTimePasswordDto;
}

export const toUserDto = (
  { id, userName, role, active, rateLimits, createdAt, invitedUntil }: User,
  { secondFactor = false, displayName = null }: { secondFactor?: boolean; displayName?: string | null } = {},
): UserDto => ({
  id,
  user_name: userName,
  display_name: displayName,
  type: role === null ? 'service' : 'person',
  role,
  active,
  limits: { ...rateLimits },
  created_at: createdAt.toISOString(),
  invited_until: invitedUntil?.toISOString() ?? null,
  second_factor: secondFactor,
});

export const toOneTimePasswordDto = ({ secret, until }: PasswordSetup): OneTimePasswordDto => ({
  one_time_password: secret,
  valid_until: until.toISOString(),
});

/** Returns the link of an invitation. The token is in the fragment, which browsers do not send. */
export const toInvitationDto = ({ secret, until }: PasswordSetup, publicBaseUrl: string): InvitationDto => ({
  link: `${baseOf(publicBaseUrl)}/#invitation=${secret}`,
  valid_until: until.toISOString(),
});

export const toUserImportDto = (people: readonly PersonOfImport[], publicBaseUrl: string): UserImportDto => ({
  users: people.map((person) => {
    const { setup } = person.created ?? {};
    return {
      user_name: person.userName,
      state: person.created ? 'created' : person.state,
      reason: person.state === 'refused' ? person.fault : null,
      id: person.created?.user.id ?? null,
      link: setup?.kind === 'invitation' ? toInvitationDto(setup, publicBaseUrl).link : null,
      one_time_password: setup?.kind === 'one_time_password' ? setup.secret : null,
    };
  }),
  valid_until: people.find(({ created }) => created)?.created!.setup.until.toISOString() ?? null,
});

/** Example for the OpenAPI document. */
export const USER: UserDto = {
  id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12',
  user_name: 'anna.schmidt@company.example',
  display_name: null,
  type: 'person',
  role: 'member',
  active: true,
  limits: { chat: '300/1m' },
  created_at: '2026-01-15T09:30:00.000Z',
  invited_until: null,
  second_factor: false,
};
export const INVITATION: InvitationDto = {
  link: 'https://chat.company.example/#invitation=pci_qGUMhs0CzOOFV0Zz6mPLnXTXwL8QmMf1YVt8v6pPvXA',
  valid_until: '2026-01-22T09:30:00.000Z',
};
export const ONE_TIME_PASSWORD: OneTimePasswordDto = {
  one_time_password: 'k7wzq-m3hxd-r9tpa-c5vne',
  valid_until: '2026-01-18T09:30:00.000Z',
};
