import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '@app/accounts';
import { authConfig, rateLimitsConfig } from '@app/config';
import { RedisModule } from '@app/queue';
import { WebhooksModule } from '@app/webhooks';
import { AccessGuard } from './access.guard';
import { AnnounceLock } from './announce-lock';
import { ChangePassword } from './change-password';
import { CheckAccess } from './check-access';
import { CheckKey } from './check-key';
import { Credentials } from './credentials';
import { DeclaredAccess } from './declared-access';
import { IssueTokens } from './issue-tokens';
import { JwtAuthGuard } from './jwt-auth.guard';
import { JwtStrategy } from './jwt.strategy';
import { Login } from './login';
import { LoginThrottle } from './login-throttle';
import { RefreshTokens } from './refresh-tokens';
import { SigningKeys } from './signing-keys';

const exported = [Login, ChangePassword, RefreshTokens, SigningKeys, JwtAuthGuard, AccessGuard];

/** Needs Redis and the main keys beside PostgreSQL. */
@Module({
  imports: [
    ConfigModule.forFeature(authConfig),
    ConfigModule.forFeature(rateLimitsConfig),
    PassportModule,
    RedisModule,
    AccountsModule,
    WebhooksModule,
  ],
  providers: [
    ...exported,
    AnnounceLock,
    CheckAccess,
    CheckKey,
    Credentials,
    DeclaredAccess,
    IssueTokens,
    JwtStrategy,
    LoginThrottle,
  ],
  exports: exported,
})
export class AuthModule {}
