import { Controller, Get, HttpCode, Inject, Ip, Post, Redirect, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CODE_TTL_S, ProviderSession, Public } from '@app/auth';
import { httpConfig, type HttpConfig } from '@app/config';
import { PENDING_TTL_S } from '@app/single-sign-on';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { readUrlEncoded } from '../http/read-url-encoded';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import { Cookies } from './cookies';

const NOT_SET_UP = 'Single sign-on is not set up here; the setting OIDC_ISSUER names a provider';
const OR_AWAY =
  'Also while the provider is away: `The single sign-on provider does not answer; try again in a few seconds`';
const LOGOUT_BODY_BYTES = 16 * 1024;

/** Single sign-on by OpenID Connect (contract: Single sign-on). */
@ApiTags('single sign-on')
@ApiSecurity({})
@Public()
@RateLimit('login')
@Controller('oidc')
export class OidcController {
  private readonly cookies: Cookies;

  constructor(
    private readonly session: ProviderSession,
    @Inject(httpConfig.KEY) private readonly http: HttpConfig,
  ) {
    this.cookies = new Cookies(http);
  }

  @Get('login')
  @Redirect()
  @ApiOperation({
    summary: 'Sends a browser to the provider to log in',
    description:
      'Authorization code with PKCE. What the way back needs is sealed in a cookie of ten minutes.',
  })
  @ApiResponse({ status: 302, description: "To the provider's authorization endpoint" })
  @ApiLoginFailure(503, NOT_SET_UP, OR_AWAY)
  async login(@Res({ passthrough: true }) response: Response): Promise<{ url: string }> {
    const { address, pending } = await this.session.begin();
    this.cookies.set(response, 'login', pending, PENDING_TTL_S * 1000);
    return { url: address };
  }

  @Get('callback')
  @Redirect()
  @ApiOperation({
    summary: 'Where the provider sends the browser back to',
    description:
      'The browser goes on to PUBLIC_BASE_URL with #login_code=..., which POST /session takes once, within a minute, ' +
      'in this browser. The first login makes the user; groups and role follow the claims at each.',
  })
  @ApiResponse({ status: 302, description: 'To PUBLIC_BASE_URL, with the code in the fragment' })
  @ApiLoginFailure(
    400,
    'This login was not begun in this browser, is over already, or took too long; begin it again',
  )
  @ApiLoginFailure(401, "The single sign-on provider's answer does not hold; begin the login again")
  @ApiLoginFailure(
    403,
    'Single sign-on does not open this service to your account; the audit trail tells the operator why',
  )
  @ApiLoginFailure(503, NOT_SET_UP, OR_AWAY)
  async callback(
    @Req() request: Request,
    @Ip() address: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ url: string }> {
    const pending = this.cookies.read(request, 'login');
    this.cookies.clear(response, 'login');
    const query = request.originalUrl.split('?').slice(1).join('?');
    const { code, browser } = await this.session.finish(query, pending, address);
    this.cookies.set(response, 'code', browser, CODE_TTL_S * 1000);
    // In the fragment: no server and no log sees it.
    return { url: `${this.http.publicBaseUrl.replace(/\/+$/, '')}/#login_code=${code}` };
  }

  @Post('backchannel-logout')
  @HttpCode(200)
  @StreamedBody()
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['logout_token'],
      properties: { logout_token: { type: 'string', description: 'A JWT that the provider signed' } },
    },
  })
  @ApiOperation({
    summary: 'For the provider: somebody logged out there, or was deactivated',
    description:
      'OpenID Connect Back-Channel Logout 1.0. Ends the logins here that the token names. Each is good once.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Logged out' })
  @ApiLoginFailure(
    400,
    'logout_token is no logout token of the provider for this service, is over, or was used before',
  )
  @ApiLoginFailure(413, `The body is too large: at most ${LOGOUT_BODY_BYTES} bytes are accepted`)
  @ApiLoginFailure(415, 'Content-Type must be application/x-www-form-urlencoded')
  @ApiLoginFailure(503, NOT_SET_UP, OR_AWAY)
  async backchannelLogout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ success: true; message: string }> {
    const { logout_token: token } = await readUrlEncoded(request, response, LOGOUT_BODY_BYTES);
    await this.session.logout(typeof token === 'string' ? token : '');
    return { success: true, message: 'Logged out' };
  }
}
