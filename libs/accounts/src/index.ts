/** Organizations, users and groups, their limits and grants, their logins and keys as rows. Needs PostgreSQL and nothing else. */
export {
  AccessStore,
  type Access,
  type AccessRequest,
  type KeyAccess,
  type LoginAccess,
  type PersonAccess,
} from './access.store';
export { AccountsModule } from './accounts.module';
export { AccountsStore, type Account } from './accounts.store';
export { Identities } from './identities/identities';
export { IdentitiesStore, type Identity, type KnownPerson } from './identities/identities.store';
export { KEY_PREFIX, readKeyToken, type KeyToken } from './keys/key-token';
export { NoteKeyUse, type UsedKey } from './keys/note-key-use';
export { rateFor, rateOfKey, totalRate, type CallerLimits } from './limits';
export { LoginsStore, type StoredLogin } from './logins.store';
export { Organizations, type Organization } from './organizations';
export { MAX_PASSWORD_LENGTH, Passwords } from './passwords';
export { isUserName, loginName, MAX_USER_NAME_LENGTH } from './user-name';
export { Users, type RemovedUser, type User } from './users';
