import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import {
  Access,
  BROWSER_NAMES,
  CurrentUser,
  NO_LOGIN,
  notForKeys,
  OwnLogins,
  SYSTEM_NAMES,
  type AuthUser,
} from '@app/auth';
import { ROLES } from '@app/common';
import { ApiAnswer, ApiLoginFailure, DoneDto } from '../openapi/api-answer.decorator';

const NOT_FOR_KEYS = notForKeys().message;

class LoginOfUserDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'Whether it is a session of the console; otherwise a program has its tokens' })
  console!: boolean;
  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...BROWSER_NAMES, null],
    description: 'Read from User-Agent at the login, as is the next field; null if unknown',
  })
  browser!: string | null;
  @ApiProperty({ type: String, nullable: true, enum: [...SYSTEM_NAMES, null] }) system!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'When it last received an access token' })
  last_used_at!: string;
  @ApiProperty({ description: 'Whether this request belongs to it' }) current!: boolean;
}

export class LoginsDto extends DoneDto {
  @ApiProperty({ type: [LoginOfUserDto] }) data!: LoginOfUserDto[];
}

/** The open logins of the caller (contract: Login and tokens). */
@ApiTags('login')
@Access({ roles: ROLES })
@Controller('logins')
export class LoginsController {
  constructor(private readonly logins: OwnLogins) {}

  @Get()
  @ApiOperation({
    operationId: 'listLogins',
    summary: 'Your open logins, the last used first, at most 1,000',
    description: 'No network address is stored with a login.',
  })
  @ApiAnswer(LoginsDto, {
    success: true,
    message: 'Logins',
    data: [
      {
        id: '019aa5bf-2c55-7f1d-8b1e-7f5f0b0f8a12',
        console: true,
        browser: 'firefox',
        system: 'windows',
        created_at: '2026-11-21T08:37:24.129Z',
        last_used_at: '2026-11-21T09:02:11.004Z',
        current: true,
      },
    ],
  })
  async list(@CurrentUser() user: AuthUser): Promise<LoginsDto> {
    const data = (await this.logins.list(user)).map(({ id, console, browser, system, ...login }) => ({
      id,
      console,
      browser,
      system,
      created_at: login.createdAt.toISOString(),
      last_used_at: login.usedAt.toISOString(),
      current: login.isCurrent,
    }));
    return { success: true, message: 'Logins', data };
  }

  @Delete()
  @ApiOperation({
    operationId: 'endOtherLogins',
    summary: 'Ends all your logins except the one of this request',
    description: 'Their access tokens are refused within 60 seconds.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'The other logins have ended' })
  @ApiLoginFailure(
    403,
    NOT_FOR_KEYS,
    `Also for access tokens of the single sign-on provider: \`${NO_LOGIN}\``,
  )
  async endOthers(@CurrentUser() user: AuthUser): Promise<DoneDto> {
    await this.logins.endOthers(user);
    return { success: true, message: 'The other logins have ended' };
  }

  @Delete(':login_id')
  @ApiOperation({
    operationId: 'endLogin',
    summary: 'Ends one of your logins',
    description: 'Its access tokens are refused within 60 seconds.',
  })
  @ApiAnswer(DoneDto, { success: true, message: 'The login has ended' })
  @ApiLoginFailure(404, 'You have no such login')
  async end(@CurrentUser() user: AuthUser, @Param('login_id') id: string): Promise<DoneDto> {
    await this.logins.end(user, id);
    return { success: true, message: 'The login has ended' };
  }
}
