import { Body, Controller, Delete, Inject, Ip, Post, Req, Res, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  CONSOLE_IDLE_MS,
  Login,
  ProviderSession,
  Public,
  RefreshTokens,
  RoleOfLogin,
  type Tokens,
} from '@app/auth';
import { AppError } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { JsonBody, OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import { Cookies } from './cookies';
import { BeginSessionDto, SessionTokenDto } from './session.dto';

const SESSION_BODY_BYTES = 16 * 1024;

/** The console's session: the only addresses that read its cookie (contract: Console session). */
@ApiTags('session')
@ApiSecurity({})
@Public()
@JsonBody(SESSION_BODY_BYTES)
@RateLimit('login')
@Controller('session')
export class SessionController {
  private readonly cookies: Cookies;

  constructor(
    private readonly login: Login,
    private readonly providerSession: ProviderSession,
    private readonly refreshTokens: RefreshTokens,
    private readonly roleOfLogin: RoleOfLogin,
    @Inject(httpConfig.KEY) http: HttpConfig,
  ) {
    this.cookies = new Cookies(http);
  }

  @Post()
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    summary: 'Begins or goes on with a session of the console: sets a cookie, answers with an access token',
    description:
      'With userName and password, or with the code of single sign-on, a session begins; with neither, the cookie ' +
      'gives the next access token. From pages of this service alone. A session that nobody uses for 12 hours is over. ' +
      'Where a second factor has to be set up first, no cookie is set, and the access token is for that alone.',
  })
  @ApiAnswer(SessionTokenDto, {
    jwtToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjIwMjYtMTEtMjEifQ.eyJzdWIiOiIwMTkz...',
    role: 'member',
  })
  @ApiLoginFailure(400, 'userName and password belong together')
  @ApiLoginFailure(401, 'Second factor required', 'Also wrong credentials, a wrong code, and no session')
  @ApiLoginFailure(
    403,
    'Sessions are for pages of this service alone, at the address that PUBLIC_BASE_URL names',
    'Also where passwords let nobody in',
  )
  async begin(
    @Body() body: BeginSessionDto,
    @Ip() address: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionTokenDto> {
    this.cookies.assertOwnOrigin(request);
    const { jwtToken, refreshToken } = await this.tokensOf(body, address, request);
    const role = await this.roleOfLogin.execute(jwtToken);
    if (refreshToken) this.cookies.set(response, 'session', refreshToken, CONSOLE_IDLE_MS);
    this.cookies.clear(response, 'code');
    return { jwtToken, role };
  }

  @Delete()
  @ApiOperation({
    summary: 'Ends the session of the console',
    description: 'Answers alike where there is none.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Logged out' })
  @ApiLoginFailure(400, 'The header Origin is missing')
  @ApiLoginFailure(
    403,
    'Sessions are for pages of this service alone, at the address that PUBLIC_BASE_URL names',
  )
  async end(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ success: true; message: string }> {
    this.cookies.assertOwnOrigin(request);
    const refreshToken = this.cookies.read(request, 'session');
    if (refreshToken) await this.refreshTokens.logout(refreshToken);
    this.cookies.clear(response, 'session');
    return { success: true, message: 'Logged out' };
  }

  private tokensOf(
    { userName, password, otp, code }: BeginSessionDto,
    address: string,
    request: Request,
  ): Promise<Tokens> {
    if (code != null)
      return this.providerSession.redeem({ code, browser: this.cookies.read(request, 'code') ?? '' });
    if (userName != null && password != null)
      return this.login.execute({ userName, password, otp: otp ?? undefined, address }, 'console');
    if (userName != null || password != null)
      throw new AppError('bad_request', 'userName and password belong together');
    const refreshToken = this.cookies.read(request, 'session');
    if (refreshToken === undefined) throw new AppError('unauthenticated', 'There is no session; log in');
    return this.refreshTokens.refresh(refreshToken, 'console');
  }
}
