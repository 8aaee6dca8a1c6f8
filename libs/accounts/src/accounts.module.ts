import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '@app/common';
import { AccountsStore } from './accounts.store';
import { LoginRow, OrganizationRow, RefreshTokenRow, UserRow } from './accounts.entities';
import { LoginsStore } from './logins.store';
import { Organizations } from './organizations';
import { Passwords } from './passwords';
import { Users } from './users';

const CLOCK = { provide: Clock, useClass: SystemClock };

@Module({
  imports: [TypeOrmModule.forFeature([OrganizationRow, UserRow, LoginRow, RefreshTokenRow])],
  providers: [AccountsStore, LoginsStore, Organizations, Passwords, Users, CLOCK],
  exports: [AccountsStore, LoginsStore, Organizations, Passwords, Users, Clock],
})
export class AccountsModule {}
