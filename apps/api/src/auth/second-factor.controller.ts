import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Access, CurrentUser, NO_LOGIN, notForKeys, type AuthUser } from '@app/auth';
import { AppError, ROLES } from '@app/common';
import { SecondFactor } from '@app/second-factor';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';

class OtpDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 40,
    description: 'The current code of the authenticator app',
    example: '492039',
  })
  @MaxLength(40)
  @IsNotEmpty()
  @IsString()
  otp!: string;
}

class SecondFactorDto {
  @ApiProperty({ enum: ['none', 'pending', 'active'] }) state!: 'none' | 'pending' | 'active';
  @ApiProperty({ type: 'integer', description: 'The number of unused recovery codes' })
  recovery_codes!: number;
}

class EnrolmentDto {
  @ApiProperty({ description: 'In base32, for manual input; shown once' }) secret!: string;
  @ApiProperty({ description: 'For a QR code' }) uri!: string;
}

class RecoveryCodesDto {
  @ApiProperty({
    type: [String],
    description: 'Each replaces a code once; shown once and stored as hashes',
  })
  recovery_codes!: string[];
}

const RECOVERY_CODES = [
  'JBSW-Y3DP-EHPK-3PXP',
  'K5QX-GZ3B-NVSS-4YLM',
  'OBZG-S5TB-MN4S-2Y3I',
  'MF2C-23DP-NZTT-GNZX',
  'ONSW-G33O-MQ2D-OMRV',
  'NRXW-O2LO-FZRW-6ZDF',
  'PFXX-K4TT-MVRX-EZLU',
  'MRSX-G2DP-OBYG-C43T',
  'NZXX-I2LO-M5ZT-ENJT',
  'OJSW-G33W-MVZH-S7DB',
];
const NOT_FOR_KEYS = notForKeys().message;
const OR_PROGRAMS = `Also for access tokens of the single sign-on provider: \`${NO_LOGIN}\``;

/** The caller's second factor (contract: Second factor). */
@ApiTags('second factor')
@Access({ roles: ROLES, forEnrolment: true })
@JsonBody(1024)
@RateLimit('login')
@Controller('second-factor')
export class SecondFactorController {
  constructor(private readonly secondFactor: SecondFactor) {}

  @Get()
  @ApiOperation({ operationId: 'getSecondFactor', summary: 'Whether your logins require a code' })
  @ApiAnswer(SecondFactorDto, { state: 'active', recovery_codes: 10 })
  async read(@CurrentUser() user: AuthUser): Promise<SecondFactorDto> {
    const { state, recoveryCodes } = await this.secondFactor.state(user.userId);
    return { state, recovery_codes: recoveryCodes };
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enrolSecondFactor',
    summary: 'Creates a new secret for an authenticator app',
    description:
      'RFC 6238: six digits, 30 seconds, SHA-1. The second factor becomes active after a code is ' +
      'confirmed.',
  })
  @ApiAnswer(EnrolmentDto, {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/privacy-chat:demo%40example.com?issuer=privacy-chat&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  })
  @ApiLoginFailure(403, NOT_FOR_KEYS, OR_PROGRAMS)
  @ApiLoginFailure(
    409,
    'A second factor is already set up; disable it before you set up another',
    'Also if the user logs in without a password',
  )
  async enrol(@CurrentUser() user: AuthUser): Promise<EnrolmentDto> {
    assertLoggedIn(user);
    return this.secondFactor.enrol({ userId: user.userId, userName: user.email });
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'confirmSecondFactor',
    summary: 'Confirms the first code, which activates the second factor, and returns the recovery codes',
  })
  @ApiAnswer(RecoveryCodesDto, { recovery_codes: RECOVERY_CODES })
  @ApiLoginFailure(400, 'otp is wrong or was used before')
  @ApiLoginFailure(403, NOT_FOR_KEYS, OR_PROGRAMS)
  @ApiLoginFailure(409, 'No second factor is being set up; create a new secret first')
  async confirm(@CurrentUser() user: AuthUser, @Body() { otp }: OtpDto): Promise<RecoveryCodesDto> {
    assertLoggedIn(user);
    return { recovery_codes: await this.secondFactor.confirm(user, otp) };
  }

  @Post('disable')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'disableSecondFactor',
    summary: 'Disables the second factor, given a code of it',
    description: 'If the organization requires one, the next login asks to set up another.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Disabled' })
  @ApiLoginFailure(400, 'otp is wrong or was used before')
  @ApiLoginFailure(403, NOT_FOR_KEYS, OR_PROGRAMS)
  @ApiLoginFailure(409, 'No second factor is set up')
  async disable(
    @CurrentUser() user: AuthUser,
    @Body() { otp }: OtpDto,
  ): Promise<{ success: true; message: string }> {
    assertLoggedIn(user);
    await this.secondFactor.disable(user, otp);
    return { success: true, message: 'Disabled' };
  }
}

/**
 * Refuses programs, because they must not set up a second factor that their user then does not have.
 *
 * @throws AppError `forbidden`
 */
function assertLoggedIn({ sessionId }: AuthUser): void {
  if (sessionId === undefined) throw new AppError('forbidden', NO_LOGIN);
}
