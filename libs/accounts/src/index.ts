/** Organizations and users, their limits and grants, and their logins as rows. Needs PostgreSQL and nothing else. */
export { AccountsModule } from './accounts.module';
export { AccountsStore, type Account } from './accounts.store';
export { rateFor, type CallerLimits } from './limits';
export { LoginsStore, type Access, type AccessRequest, type StoredLogin } from './logins.store';
export { Organizations, type Organization } from './organizations';
export { MAX_PASSWORD_LENGTH, Passwords } from './passwords';
export { loginName, MAX_USER_NAME_LENGTH } from './user-name';
export { Users, type RemovedUser, type User } from './users';
