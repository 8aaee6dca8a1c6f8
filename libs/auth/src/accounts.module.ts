import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, SystemClock } from '@app/common';
import { SetOrganizationLimit } from './limits/set-organization-limit';
import { SetUserLimit } from './limits/set-user-limit';
import { ChangeGrants } from './organizations/change-grants';
import { CreateOrganization } from './organizations/create-organization';
import { FindOrganization } from './organizations/find-organization';
import { ListOrganizations } from './organizations/list-organizations';
import { OrganizationRow } from './organizations/organization.entity';
import { SetOrganizationActive } from './organizations/set-organization-active';
import { EndLogins } from './tokens/end-logins';
import { LoginRow } from './tokens/login.entity';
import { RefreshTokenRow } from './tokens/refresh-token.entity';
import { CreateUser } from './users/create-user';
import { FindUser } from './users/find-user';
import { ListUsers } from './users/list-users';
import { Passwords } from './users/passwords';
import { RemoveUser } from './users/remove-user';
import { SetPassword } from './users/set-password';
import { SetUserActive } from './users/set-user-active';
import { UserRow } from './users/user.entity';

const useCases = [
  ChangeGrants,
  CreateOrganization,
  CreateUser,
  EndLogins,
  FindOrganization,
  FindUser,
  ListOrganizations,
  ListUsers,
  RemoveUser,
  SetOrganizationActive,
  SetOrganizationLimit,
  SetPassword,
  SetUserActive,
  SetUserLimit,
];

/** Organizations and users, as an operator manages them: needs PostgreSQL and nothing else. */
@Module({
  imports: [TypeOrmModule.forFeature([OrganizationRow, UserRow, LoginRow, RefreshTokenRow])],
  providers: [...useCases, Passwords, { provide: Clock, useClass: SystemClock }],
  exports: [...useCases, Passwords, TypeOrmModule, Clock],
})
export class AccountsModule {}
