import { Body, Controller, Header, HttpCode, Ip, Post } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Login, Logout, Public, RefreshTokens, type Tokens } from '@app/auth';
import { LoginDto, RefreshTokenDto, TokensDto } from './auth.dto';

const failure = (errorMessage: string) => ({
  example: { errorDate: '2025-08-04T08:37:24.129+0000', errorMessage },
});

@ApiTags('login')
@ApiSecurity({})
@Public()
@Controller('auth')
export class AuthController {
  constructor(
    private readonly loginUser: Login,
    private readonly refreshTokens: RefreshTokens,
    private readonly logoutUser: Logout,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'User name and password become an access token and a refresh token' })
  @ApiResponse({ status: 200, type: TokensDto })
  @ApiResponse({ status: 400, schema: failure('userName must be a string') })
  @ApiResponse({
    status: 401,
    description: 'Wrong password; an unknown or inactive user: `UserNotfound Or Inactive <userName>`',
    schema: failure('Invalid UserName or Password!'),
  })
  @ApiResponse({
    status: 429,
    description: 'Too many failed logins; the header Retry-After says how many seconds to wait',
    schema: failure('Too many failed logins; try again later'),
  })
  async login(@Body() { userName, password }: LoginDto, @Ip() address: string): Promise<Tokens> {
    return this.loginUser.execute({ userName, password, address });
  }

  @Post('refresh')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    summary: 'A refresh token becomes a new pair of tokens',
    description: 'Each refresh token works once. One that is used again ends the whole login.',
  })
  @ApiResponse({ status: 200, type: TokensDto })
  @ApiResponse({ status: 400, schema: failure('refreshToken must be a string') })
  @ApiResponse({
    status: 401,
    schema: failure('The refresh token is not valid, or no longer; log in again'),
  })
  async refresh(@Body() { refreshToken }: RefreshTokenDto): Promise<Tokens> {
    return this.refreshTokens.execute(refreshToken);
  }

  @Post('logout')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Ends the login that a refresh token came of, with all its tokens',
    description: 'Answers alike where there is nothing to end.',
  })
  @ApiResponse({ status: 200, schema: { example: { success: true, message: 'Logged out' } } })
  @ApiResponse({ status: 400, schema: failure('refreshToken must be a string') })
  async logout(@Body() { refreshToken }: RefreshTokenDto): Promise<{ success: true; message: string }> {
    await this.logoutUser.execute(refreshToken);
    return { success: true, message: 'Logged out' };
  }
}
