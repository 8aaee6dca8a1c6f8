import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessStore } from './access.store';
import { AccountsStore } from './accounts.store';
import { LoginRow, OrganizationRow, RefreshTokenRow, UserRow } from './accounts.entities';
import { GroupMemberRow, GroupRow } from './groups/groups.entities';
import { Groups } from './groups/groups';
import { GroupsStore } from './groups/groups.store';
import { ApiKeyRow } from './keys/api-key.entity';
import { ApiKeys } from './keys/api-keys';
import { ApiKeysStore } from './keys/api-keys.store';
import { NoteKeyUse } from './keys/note-key-use';
import { ClaimedRightsStore } from './identities/claimed-rights.store';
import { Identities } from './identities/identities';
import { IdentitiesStore } from './identities/identities.store';
import { UserIdentityRow } from './identities/user-identity.entity';
import { LoginsStore } from './logins.store';
import { Organizations } from './organizations';
import { Passwords } from './passwords';
import { ImportPeople } from './people/import-people';
import { PasswordSetups } from './people/password-setups';
import { OwnProfile } from './profiles/own-profile';
import { UserProfileRow } from './profiles/user-profile.entity';
import { UserProfilesStore } from './profiles/user-profiles.store';
import { Users } from './users';

const ENTITIES = [
  OrganizationRow,
  UserRow,
  UserIdentityRow,
  LoginRow,
  RefreshTokenRow,
  GroupRow,
  GroupMemberRow,
  ApiKeyRow,
  UserProfileRow,
];
const exported = [
  AccessStore,
  AccountsStore,
  ApiKeys,
  ApiKeysStore,
  ClaimedRightsStore,
  Groups,
  GroupsStore,
  Identities,
  IdentitiesStore,
  ImportPeople,
  LoginsStore,
  NoteKeyUse,
  Organizations,
  OwnProfile,
  Passwords,
  PasswordSetups,
  UserProfilesStore,
  Users,
];

@Module({
  imports: [TypeOrmModule.forFeature(ENTITIES)],
  providers: exported,
  exports: exported,
})
export class AccountsModule {}
