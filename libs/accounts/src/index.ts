/**
 * Organizations, users and groups, their limits and grants, and the rows of their logins and keys. Needs only
 * PostgreSQL.
 */
export {
  AccessStore,
  type Access,
  type AccessRequest,
  type KeyAccess,
  type LoginAccess,
  type PersonAccess,
} from './access.store';
export { AccountsModule } from './accounts.module';
export { AccountsStore, refusing, type Account } from './accounts.store';
export { Groups, type Group, type GroupChanges } from './groups/groups';
export { GroupsStore, type GroupMember } from './groups/groups.store';
export { ClaimedRightsStore } from './identities/claimed-rights.store';
export { Identities } from './identities/identities';
export { IdentitiesStore, type Identity, type KnownPerson } from './identities/identities.store';
export { ApiKeys, type ApiKey, type MadeKey, type NewKey } from './keys/api-keys';
export { KEY_PREFIX, makeKeyToken, readKeyToken, type KeyToken } from './keys/key-token';
export { NoteKeyUse, type UsedKey } from './keys/note-key-use';
export {
  rateFor,
  rateOfKey,
  totalRate,
  type CallerLimits,
  type LimitChanges,
  type StoredLimits,
} from './limits';
export { LoginsStore, type DescribedLogin, type OpenLogin, type StoredLogin } from './logins.store';
export { Organizations, type Organization, type OrganizationLimits } from './organizations';
export { readPage, type Page, type PageRequest } from './page';
export { checkPassword, MAX_PASSWORD_LENGTH, Passwords } from './passwords';
export {
  ImportPeople,
  IMPORT_FAULTS,
  MOST_IMPORTED,
  type ImportedPerson,
  type ImportFault,
  type PersonOfImport,
} from './people/import-people';
export { PasswordSetups, SETUP_KINDS, type PasswordSetup, type SetupKind } from './people/password-setups';
export { MAX_DISPLAY_NAME_LENGTH, OwnProfile, type OwnName } from './profiles/own-profile';
export { EMPTY_PROFILE, UserProfilesStore, type UserProfile } from './profiles/user-profiles.store';
export { isUserName, loginName, MAX_USER_NAME_LENGTH } from './user-name';
export type { MemberRef, UserRef } from './user-ref';
export { Users, type RemovedUser, type User, type UserChanges } from './users';
export { ApiKeysStore, type ExpiringKey } from './keys/api-keys.store';
export { END_RESTORED_LOGINS, restoredAccounts } from './restored-accounts.store';
