import { Module } from '@nestjs/common';
import { AccountsModule } from '@app/accounts';
import { ScimGroups } from './scim-groups';
import { ScimGroupsStore } from './scim-groups.store';
import { ScimUsers } from './scim-users';
import { ScimUsersStore } from './scim-users.store';

@Module({
  imports: [AccountsModule],
  providers: [ScimGroups, ScimGroupsStore, ScimUsers, ScimUsersStore],
  exports: [ScimGroups, ScimUsers],
})
export class ScimModule {}
