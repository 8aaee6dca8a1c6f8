import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { ProviderLoginsStore } from './provider-logins.store';
import { ProviderLoginRow } from './single-sign-on.entities';

/** The stored logins of single sign-on. Needs PostgreSQL and the main keys, but no settings of a provider. */
@Module({
  imports: [TypeOrmModule.forFeature([ProviderLoginRow]), AccountsModule],
  providers: [ProviderLoginsStore],
  exports: [ProviderLoginsStore],
})
export class ProviderLoginsModule {}
