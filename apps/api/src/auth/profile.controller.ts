import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsString, ValidateIf } from 'class-validator';
import { MAX_DISPLAY_NAME_LENGTH, OwnProfile, type MemberRef, type OwnName } from '@app/accounts';
import { Access, CurrentUser, type AuthUser } from '@app/auth';
import { ROLES } from '@app/common';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import { NAME_FORM } from '../openapi/forms';

class ChangeProfileDto {
  @ApiProperty({
    type: String,
    nullable: true,
    ...NAME_FORM,
    maxLength: MAX_DISPLAY_NAME_LENGTH,
    description: 'The name that admins see beside your address; null removes it',
    example: 'Anna Schmidt',
  })
  @ValidateIf(({ display_name: name }: ChangeProfileDto) => name !== null)
  @IsString()
  display_name!: string | null;
}

class ProfileDto {
  @ApiProperty({ type: String, nullable: true }) display_name!: string | null;
  @ApiProperty({ description: 'Whether an identity provider sets the name, so that you cannot' })
  managed!: boolean;
}

export class ProfileAnswerDto extends DoneDto {
  @ApiProperty({ type: ProfileDto }) data!: ProfileDto;
}

const PROFILE: ProfileDto = { display_name: 'Anna Schmidt', managed: false };

/** The caller's own name (contract: People, groups and keys). */
@ApiTags('login')
@Access({ roles: ROLES })
@Controller('profile')
export class ProfileController {
  constructor(private readonly profile: OwnProfile) {}

  @Get()
  @ApiOperation({ operationId: 'getProfile', summary: 'The name that admins see beside your address' })
  @ApiAnswer(ProfileAnswerDto, { success: true, message: 'Profile', data: PROFILE })
  async get(@CurrentUser() user: AuthUser): Promise<ProfileAnswerDto> {
    return { success: true, message: 'Profile', data: toDto(await this.profile.name(refOf(user))) };
  }

  @Put()
  @ApiOperation({ operationId: 'changeProfile', summary: 'Changes the name that admins see' })
  @ApiAnswer(ProfileAnswerDto, { success: true, message: 'Profile changed', data: PROFILE })
  @ApiLoginFailure(400, 'display_name must be 1 to 100 characters without control characters')
  @ApiLoginFailure(409, 'The identity provider of your organization sets your name')
  async change(@CurrentUser() user: AuthUser, @Body() body: ChangeProfileDto): Promise<ProfileAnswerDto> {
    const data = toDto(await this.profile.rename(refOf(user), body.display_name));
    return { success: true, message: 'Profile changed', data };
  }
}

const refOf = ({ userId: id, organizationId }: AuthUser): MemberRef => ({ id, organizationId });

const toDto = ({ displayName, isManaged }: OwnName): ProfileDto => ({
  display_name: displayName,
  managed: isManaged,
});
