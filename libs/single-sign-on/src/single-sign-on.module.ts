import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { httpConfig, singleSignOnConfig } from '@app/config';
import { AdmitPerson } from './people/admit-person';
import { ProviderTokens } from './provider/bearer-tokens';
import { LogoutTokens } from './provider/logout-token';
import { PendingLogins } from './provider/pending-login';
import { CheckProvider } from './provider/check-provider';
import { Provider } from './provider/provider';
import { ProviderLogin } from './provider/provider-login';
import { ConfirmLogin } from './provider/confirm-login';
import { ProviderLoginsModule } from './store/provider-logins.module';
import { SingleUseRow } from './store/single-sign-on.entities';
import { SingleUses } from './store/single-uses.store';

const exported = [AdmitPerson, CheckProvider, LogoutTokens, ProviderLogin, ProviderTokens, ConfirmLogin];

/** Needs PostgreSQL and the main keys. Needs the provider only for logins. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SingleUseRow]),
    ConfigModule.forFeature(httpConfig),
    ConfigModule.forFeature(singleSignOnConfig),
    AccountsModule,
    ProviderLoginsModule,
  ],
  providers: [...exported, PendingLogins, Provider, SingleUses],
  exports: [...exported, ProviderLoginsModule],
})
export class SingleSignOnModule {}
