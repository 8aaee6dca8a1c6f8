import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { authConfig, rateLimitsConfig, singleSignOnConfig } from '@app/config';
import { RedisModule } from '@app/queue';
import { SecondFactorModule } from '@app/second-factor';
import { SingleSignOnModule } from '@app/single-sign-on';
import { WebhooksModule } from '@app/webhooks';
import { AcceptInvitation } from './accept-invitation';
import { AccessGuard } from './access.guard';
import { AnnounceLock } from './announce-lock';
import { ChangePassword } from './change-password';
import { CheckAccess } from './check-access';
import { CheckKey } from './check-key';
import { CheckProviderToken } from './check-provider-token';
import { LoginCodeRow } from './console/login-code.entity';
import { LoginCodesStore } from './console/login-codes.store';
import { ProviderSession } from './console/provider-session';
import { Credentials } from './credentials';
import { DeclaredAccess } from './declared-access';
import { IssueTokens } from './issue-tokens';
import { JwtAuthGuard } from './jwt-auth.guard';
import { JwtStrategy } from './jwt.strategy';
import { Login } from './login';
import { LoginThrottle } from './login-throttle';
import { OpenLogin } from './open-login';
import { OwnLogins } from './own-logins';
import { RefreshTokens } from './refresh-tokens';
import { RoleOfLogin } from './console/role-of-login';
import { SecondStep } from './second-step';
import { SigningKeys } from './signing-keys';

const exported = [
  AcceptInvitation,
  Login,
  OwnLogins,
  ChangePassword,
  ProviderSession,
  RefreshTokens,
  RoleOfLogin,
  SigningKeys,
  JwtAuthGuard,
  AccessGuard,
];

/** Requires PostgreSQL, Redis and the main keys. */
@Module({
  imports: [
    ConfigModule.forFeature(authConfig),
    ConfigModule.forFeature(rateLimitsConfig),
    PassportModule,
    RedisModule,
    AccountsModule,
    ConfigModule.forFeature(singleSignOnConfig),
    TypeOrmModule.forFeature([LoginCodeRow]),
    SecondFactorModule,
    SingleSignOnModule,
    WebhooksModule,
  ],
  providers: [
    ...exported,
    AnnounceLock,
    CheckAccess,
    CheckKey,
    CheckProviderToken,
    Credentials,
    DeclaredAccess,
    IssueTokens,
    JwtStrategy,
    LoginCodesStore,
    LoginThrottle,
    OpenLogin,
    SecondStep,
  ],
  exports: exported,
})
export class AuthModule {}
