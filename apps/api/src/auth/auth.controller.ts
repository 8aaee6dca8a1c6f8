import { Body, Controller, Get, Header, Headers, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import {
  AcceptInvitation,
  ChangePassword,
  deviceOf,
  Login,
  Public,
  RefreshTokens,
  SigningKeys,
  type PublicJwk,
  type Tokens,
} from '@app/auth';
import { DuringMaintenance } from '../http/maintenance.guard';
import { JsonBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import {
  AcceptedInvitationDto,
  AcceptInvitationDto,
  ChangePasswordDto,
  JwksDto,
  LoginDto,
  RefreshTokenDto,
  TokensDto,
} from './auth.dto';

/** Fits the longest user name and password with every character escaped. Unauthenticated clients may not send more. */
const LOGIN_BODY_BYTES = 16 * 1024;

const TOKENS = {
  jwtToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjIwMjYtMTEtMjEifQ.eyJzdWIiOiIwMTkz...',
  refreshToken: 'qGUMhs0CzOOFV0Zz6mPLnXTXwL8QmMf1YVt8v6pPvXA',
};

@ApiTags('login')
@ApiSecurity({})
@Public()
@JsonBody(LOGIN_BODY_BYTES)
@RateLimit('login')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly loginUser: Login,
    private readonly refreshTokens: RefreshTokens,
    private readonly ownPassword: ChangePassword,
    private readonly acceptInvitation: AcceptInvitation,
  ) {}

  @Post('login')
  @DuringMaintenance()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'login',
    summary: 'Exchanges user name and password for an access token and a refresh token',
    description:
      'If the organization requires a second factor and the user has none, the access token is only ' +
      'for setting one up and there is no refresh token.',
  })
  @ApiAnswer(TokensDto, TOKENS)
  @ApiLoginFailure(400, 'userName must be a string')
  @ApiLoginFailure(
    401,
    'Invalid UserName or Password!',
    'Wrong password; an unknown or inactive user: `UserNotfound Or Inactive <userName>`; after a ' +
      'one-time password of an admin: `Password change required`; a correct password without the code ' +
      'of a second factor: `Second factor required`',
  )
  @ApiLoginFailure(403, 'Password login is disabled here; log in by single sign-on at /oidc/login')
  async login(
    @Body() { userName, password, otp }: LoginDto,
    @Ip() address: string,
    @Headers('user-agent') userAgent: string | undefined,
  ): Promise<Tokens> {
    const device = deviceOf(userAgent);
    return this.loginUser.execute({ userName, password, otp: otp ?? undefined, address, device });
  }

  @Post('password')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'changePassword',
    summary: 'Changes your password, given the current one',
    description:
      "Also accepts an admin's one-time password, which works only here. Ends all your logins; log in " +
      'again.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Password changed; log in with it' })
  @ApiLoginFailure(400, 'A password must have 8 to 1024 characters')
  @ApiLoginFailure(401, 'Invalid UserName or Password!', 'Same as at login')
  async changePassword(@Body() body: ChangePasswordDto, @Ip() address: string): Promise<DoneDto> {
    const { otp, ...passwords } = body;
    const wasReset = await this.ownPassword.execute({ ...passwords, otp: otp ?? undefined, address });
    const how = wasReset ? ', which an admin of your organization had reset' : '';
    return { success: true, message: `Password changed${how}; log in with it` };
  }

  @Post('invitation')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'acceptInvitation',
    summary: 'Sets the first password of an invited user',
    description: 'An invitation works once, within 7 days. It opens no login; log in afterwards.',
  })
  @ApiAnswer(AcceptedInvitationDto, {
    success: true,
    message: 'Password set; log in with it',
    userName: 'anna.schmidt@company.example',
  })
  @ApiLoginFailure(400, 'A password must have 8 to 1024 characters')
  @ApiLoginFailure(
    401,
    'The invitation is not valid: it has expired, was used, or was replaced by a newer one',
  )
  @ApiLoginFailure(403, 'Password login is disabled here; log in by single sign-on at /oidc/login')
  async acceptInvited(@Body() { token, newPassword }: AcceptInvitationDto): Promise<AcceptedInvitationDto> {
    const { userName } = await this.acceptInvitation.execute(token, newPassword);
    return { success: true, message: 'Password set; log in with it', userName };
  }

  @Post('refresh')
  @DuringMaintenance()
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'refreshToken',
    summary: 'Exchanges a refresh token for a new pair of tokens',
    description: 'Each refresh token works once. Using one twice ends the whole login.',
  })
  @ApiAnswer(TokensDto, TOKENS)
  @ApiLoginFailure(400, 'refreshToken must be a string')
  @ApiLoginFailure(401, 'The refresh token is not valid or has expired; log in again')
  async refresh(@Body() { refreshToken }: RefreshTokenDto): Promise<Tokens> {
    return this.refreshTokens.refresh(refreshToken);
  }

  @Post('logout')
  @DuringMaintenance()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'logout',
    summary: 'Ends the login of a refresh token, with all its tokens',
    description: 'Returns the same response if there is no login to end.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Logged out' })
  @ApiLoginFailure(400, 'refreshToken must be a string')
  async logout(@Body() { refreshToken }: RefreshTokenDto): Promise<{ success: true; message: string }> {
    await this.refreshTokens.logout(refreshToken);
    return { success: true, message: 'Logged out' };
  }
}

@ApiTags('login')
@ApiSecurity({})
@Public()
@Controller('.well-known')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  @Get('jwks.json')
  @Header('Cache-Control', 'public, max-age=300')
  @ApiOperation({ operationId: 'getJwks', summary: 'The public keys that verify access tokens (RFC 7517)' })
  @ApiAnswer(JwksDto, {
    keys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
        kid: '2026-11-21',
        use: 'sig',
        alg: 'ES256',
      },
    ],
  })
  jwks(): { keys: PublicJwk[] } {
    return this.keys.publicKeys();
  }
}
