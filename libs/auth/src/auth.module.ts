import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PassportModule } from '@nestjs/passport';
import { AccountsModule } from '@app/accounts';
import { authConfig, rateLimitsConfig } from '@app/config';
import { RedisModule } from '@app/queue';
import { CheckAccess } from './check-access';
import { GrantGuard } from './grant.guard';
import { IssueTokens } from './issue-tokens';
import { JwtAuthGuard } from './jwt-auth.guard';
import { JwtStrategy } from './jwt.strategy';
import { Login } from './login';
import { LoginThrottle } from './login-throttle';
import { RefreshTokens } from './refresh-tokens';
import { SigningKeys } from './signing-keys';

const exported = [Login, RefreshTokens, SigningKeys, JwtAuthGuard, GrantGuard];

/** Needs Redis and the main keys beside PostgreSQL. */
@Module({
  imports: [
    ConfigModule.forFeature(authConfig),
    ConfigModule.forFeature(rateLimitsConfig),
    PassportModule,
    RedisModule,
    AccountsModule,
  ],
  providers: [...exported, CheckAccess, IssueTokens, JwtStrategy, LoginThrottle],
  exports: exported,
})
export class AuthModule {}
