import { Body, Controller, Delete, Inject, Ip, Post, Req, Res, HttpCode } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  CONSOLE_IDLE_MS,
  deviceOf,
  Login,
  ProviderSession,
  Public,
  RefreshTokens,
  RoleOfLogin,
  type Tokens,
} from '@app/auth';
import { AppError } from '@app/common';
import { httpConfig, type HttpConfig } from '@app/config';
import { DuringMaintenance } from '../http/maintenance.guard';
import { JsonBody, OptionalBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import { Cookies } from './cookies';
import { BeginSessionDto, SessionTokenDto } from './session.dto';

const SESSION_BODY_BYTES = 16 * 1024;

/** The session of the console. Only these endpoints read its cookie (contract: Console session). */
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
  @DuringMaintenance()
  @HttpCode(200)
  @OptionalBody()
  @ApiOperation({
    operationId: 'beginSession',
    summary: 'Starts or continues a session of the console: sets a cookie and returns an access token',
    description:
      'userName and password, or the code of single sign-on, start a session. With neither, the cookie ' +
      'gives the next access token. Only pages of this service may call it. A session expires after 12 ' +
      'hours without use. If a second factor must be set up first, no cookie is set and the access ' +
      'token is only for that.',
  })
  @ApiAnswer(SessionTokenDto, {
    jwtToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjIwMjYtMTEtMjEifQ.eyJzdWIiOiIwMTkz...',
    role: 'member',
  })
  @ApiLoginFailure(400, 'userName and password must both be given')
  @ApiLoginFailure(
    401,
    'Second factor required',
    'Also for wrong credentials, a wrong code, or without a session',
  )
  @ApiLoginFailure(
    403,
    'Sessions are only for pages of this service, at the address of PUBLIC_BASE_URL',
    'Also if password login is disabled',
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
    operationId: 'endSession',
    summary: 'Ends the session of the console',
    description: 'Returns the same response without a session.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Logged out' })
  @ApiLoginFailure(400, 'The header Origin is missing')
  @ApiLoginFailure(403, 'Sessions are only for pages of this service, at the address of PUBLIC_BASE_URL')
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
      return this.login.execute(
        {
          userName,
          password,
          otp: otp ?? undefined,
          address,
          device: deviceOf(request.get('user-agent')),
        },
        'console',
      );
    if (userName != null || password != null)
      throw new AppError('bad_request', 'userName and password must both be given');
    const refreshToken = this.cookies.read(request, 'session');
    if (refreshToken === undefined) throw new AppError('unauthenticated', 'There is no session; log in');
    return this.refreshTokens.refresh(refreshToken, 'console');
  }
}
