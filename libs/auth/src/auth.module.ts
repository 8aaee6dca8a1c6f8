import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PassportModule } from '@nestjs/passport';
import { authConfig, rateLimitsConfig } from '@app/config';
import { AccountsModule } from './accounts.module';
import { GrantGuard } from './guards/grant.guard';
import { JwtAuthGuard } from './guards/jwt-auth.guard';
import { JwtStrategy } from './guards/jwt.strategy';
import { CheckAccess } from './tokens/check-access';
import { IssueTokens } from './tokens/issue-tokens';
import { Login } from './tokens/login';
import { LoginThrottle } from './tokens/login-throttle';
import { Logout } from './tokens/logout';
import { RefreshTokens } from './tokens/refresh-tokens';
import { SigningKeys } from './tokens/signing-keys';

const useCases = [Login, Logout, RefreshTokens, SigningKeys, JwtAuthGuard, GrantGuard];

/** Login, tokens and the guards. Needs the global modules of Redis and crypto beside PostgreSQL. */
@Module({
  imports: [
    ConfigModule.forFeature(authConfig),
    ConfigModule.forFeature(rateLimitsConfig),
    PassportModule,
    AccountsModule,
  ],
  providers: [...useCases, CheckAccess, IssueTokens, JwtStrategy, LoginThrottle],
  exports: useCases,
})
export class AuthModule {}
