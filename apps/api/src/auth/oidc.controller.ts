import { baseOf } from '@app/common';
import { Controller, Get, HttpCode, Inject, Ip, Post, Redirect, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CODE_TTL_S, deviceOf, ProviderSession, Public } from '@app/auth';
import { httpConfig, type HttpConfig } from '@app/config';
import { PENDING_TTL_S } from '@app/single-sign-on';
import { DuringMaintenance } from '../http/maintenance.guard';
import { StreamedBody } from '../http/json-body.interceptor';
import { RateLimit } from '../http/rate-limit.guard';
import { readUrlEncoded } from '../http/read-url-encoded';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';
import { Cookies } from './cookies';

const NOT_SET_UP = 'Single sign-on is not set up; set OIDC_ISSUER to a provider';
const OR_AWAY =
  'Also if the provider is unreachable: `The single sign-on provider does not answer; try again in ' +
  'a few seconds`';
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
    operationId: 'beginSingleSignOn',
    summary: "Redirects a browser to the provider's login",
    description:
      'Authorization code with PKCE. The state of the login is sealed in a cookie that is valid for ' +
      'ten minutes.',
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
    operationId: 'finishSingleSignOn',
    summary: 'The redirect URI of the provider',
    description:
      'Redirects the browser to PUBLIC_BASE_URL with #login_code=..., which POST /session accepts ' +
      'once, within a minute, from the same browser. The first login creates the user. Each login ' +
      'updates groups and role from the claims.',
  })
  @ApiResponse({ status: 302, description: 'To PUBLIC_BASE_URL, with the code in the fragment' })
  @ApiLoginFailure(
    400,
    'This login was started in another browser, is already finished, or took too long; start it again',
  )
  @ApiLoginFailure(401, 'The answer of the single sign-on provider is not valid; start the login again')
  @ApiLoginFailure(
    403,
    'Your account has no access to this service by single sign-on; the audit trail tells the ' +
      'operator why',
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
    const { code, browser } = await this.session.finish(query, pending, {
      address,
      device: deviceOf(request.get('user-agent')),
    });
    this.cookies.set(response, 'code', browser, CODE_TTL_S * 1000);
    // Browsers do not send the fragment to servers, so no log contains the code.
    return { url: `${baseOf(this.http.publicBaseUrl)}/#login_code=${code}` };
  }

  @Post('backchannel-logout')
  @DuringMaintenance()
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
    operationId: 'backchannelLogout',
    summary: 'Called by the provider when a user logs out there or is deactivated',
    description:
      'OpenID Connect Back-Channel Logout 1.0. Ends the logins that the token names. Each token is ' +
      'accepted once.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'Logged out' })
  @ApiLoginFailure(
    400,
    'logout_token is not a logout token of the provider for this service, has expired, or was used ' +
      'before',
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
