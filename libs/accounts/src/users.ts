import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditEvent } from '@app/audit';
import {
  AppError,
  Clock,
  isId,
  newId,
  Transactions,
  type Grant,
  type Role,
  type Transaction,
} from '@app/common';
import { AccountsStore, type UserChange } from './accounts.store';
import type { UserRow } from './accounts.entities';
import { ApiKeysStore } from './keys/api-keys.store';
import { limitEvents, withLimits, type LimitChanges, type StoredLimits } from './limits';
import { LoginsStore } from './logins.store';
import { Organizations } from './organizations';
import { readPage, type Page, type PageRequest } from './page';
import { checkPassword, Passwords } from './passwords';
import { checkUserName, loginName } from './user-name';
import type { MemberRef, UserRef } from './user-ref';

/** A user as an operator or an admin sees them. */
export interface User {
  id: string;
  userName: string;
  organizationId: string;
  /** Null: a service account. */
  role: Role | null;
  active: boolean;
  rateLimits: StoredLimits;
  createdAt: Date;
  /** The end of the invitation of a user who has set no password yet. */
  invitedUntil: Date | null;
}

export interface NewUser {
  userName: string;
  password: string;
  /** An id or an exact name. */
  organization: string;
  /** Default: a member. */
  role?: Role;
}

/** The changed fields of a user. Absent fields stay unchanged. */
export interface UserChanges {
  role?: Role;
  active?: boolean;
  limits?: LimitChanges;
  /** Only an identity provider changes names. */
  userName?: string;
}

export interface RemovedUser {
  /** 0 if the user did not exist. */
  users: number;
  logins: number;
  refreshTokens: number;
  apiKeys: number;
}

/**
 * Manages users for an operator, and an organization's users for its admins. Methods throw AppError `not_found` if the
 * user does not exist.
 */
@Injectable()
export class Users {
  constructor(
    private readonly store: AccountsStore,
    private readonly logins: LoginsStore,
    private readonly keys: ApiKeysStore,
    private readonly organizations: Organizations,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Returns the users of all organizations, sorted by name. */
  async list(): Promise<User[]> {
    return (await this.store.users()).map(toUser);
  }

  /** Returns the users and service accounts of an organization. */
  page(organizationId: string, request: PageRequest): Promise<Page<User>> {
    return readPage(request, (limit) => this.store.members(organizationId, { ...request, limit }), toUser);
  }

  /** @throws AppError `not_found` */
  async find(user: UserRef): Promise<User> {
    return toUser(await this.row(user));
  }

  /**
   * Creates an active user.
   *
   * @throws AppError `bad_request`, `not_found` for the organization, `conflict` if the name exists
   */
  async create({ userName, password, organization, role = 'member' }: NewUser): Promise<User> {
    checkPassword(password);
    checkUserName(userName);
    const { id } = await this.organizations.find(organization);
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run((tx) => this.add(tx, { userName, organizationId: id, passwordHash, role }));
  }

  /**
   * Creates an organization with its first admin.
   *
   * @throws AppError like `create` and `Organizations.create`
   */
  async createOrganization(
    name: string,
    { userName, password }: Pick<NewUser, 'userName' | 'password'>,
    grants: readonly Grant[] = [],
  ): Promise<User> {
    checkPassword(password);
    checkUserName(userName);
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run(async (tx) => {
      const { id } = await this.organizations.add(tx, name, grants);
      return this.add(tx, { userName, organizationId: id, passwordHash, role: 'admin' });
    });
  }

  /**
   * Adds a user's row and its related rows.
   *
   * @throws AppError `conflict` if the name exists
   */
  async add(
    tx: Transaction,
    user: Pick<UserRow, 'userName' | 'organizationId' | 'role'> & UserChange & { id?: string },
  ): Promise<User> {
    const row = {
      id: newId(),
      passwordHash: null,
      oneTimePasswordHash: null,
      oneTimePasswordUntil: null,
      invitationHash: null,
      invitationUntil: null,
      rateLimits: {},
      active: true,
      createdAt: this.clock.now(),
      loginName: loginName(user.userName),
      ...user,
    };
    await this.store.addUser(tx, row);
    await this.record(tx, row, { action: 'user.create' });
    return toUser(row);
  }

  /** Activates or deactivates a user. Deactivation permanently ends the user's logins and keys. */
  setActive(user: UserRef, active: boolean): Promise<User> {
    return this.change(user, { active });
  }

  /**
   * Changes the given fields of a user in one transaction. Applies from the user's next request.
   *
   * @throws AppError `not_found`; `bad_request` for an invalid rate, or a role for a service account; `conflict` if the
   * organization would have no admin left
   */
  async change(user: UserRef, changes: UserChanges): Promise<User> {
    const { id, organizationId } = await this.row(user);
    return this.transactions.runFor({ organizationId }, (tx) =>
      this.changeIn(tx, { id, organizationId }, changes),
    );
  }

  /** Changes fields of an existing user in a transaction of the organization. @throws AppError like {@link change} */
  async changeIn(tx: Transaction, { id, organizationId }: MemberRef, changes: UserChanges): Promise<User> {
    const { role, active, limits = {}, userName } = changes;
    if (userName !== undefined) checkUserName(userName);
    const isAdminStill = active !== false && (role ?? 'admin') === 'admin';
    if (!isAdminStill) await this.assertNotLastAdmin(tx, { id, organizationId });
    const row = await this.store.lockedUser(tx, id);
    if (role !== undefined && row.role === null)
      throw new AppError('bad_request', 'A service account has no role');
    const change = {
      rateLimits: withLimits(row.rateLimits, limits),
      ...(role !== undefined && { role }),
      ...(active !== undefined && { active }),
      ...(active === false && row.invitationUntil && { invitationUntil: this.clock.now() }),
      ...(userName !== undefined && { userName, loginName: loginName(userName) }),
    };
    await this.store.changeUser(tx, id, change);
    if (active === false) await this.endAccess(tx, row);
    for (const event of changeEvents(changes)) await this.record(tx, row, event);
    return toUser({ ...row, ...change });
  }

  /**
   * Sets a user's password and ends the logins of the old one.
   *
   * @throws AppError `not_found`, or `bad_request` if the password is too short or too long
   */
  async setPassword(userName: string, password: string): Promise<User> {
    checkPassword(password);
    const user = await this.row(userName);
    if (user.role === null) throw new AppError('bad_request', 'A service account has no password');
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run((tx) => this.storePassword(tx, user, passwordHash));
  }

  /**
   * Sets the user's own password after the current one was verified.
   *
   * @throws AppError `unauthenticated` if the password has changed in the meantime
   */
  async replacePassword(user: UserRow, password: string): Promise<User> {
    checkPassword(password);
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.run(async (tx) => {
      if (!(await this.store.isUnchanged(tx, user)))
        throw new AppError('invalid_credentials', 'Invalid UserName or Password!');
      return this.storePassword(tx, user, passwordHash, { userId: user.id });
    });
  }

  /** Sets the first password of an invited user, who is locked. */
  acceptInvitation(tx: Transaction, user: UserRow, passwordHash: string): Promise<User> {
    return this.storePassword(tx, user, passwordHash, { userId: user.id, reason: 'invitation' });
  }

  /**
   * Starts an erasure by locking the user out.
   *
   * @throws AppError `conflict` if the organization would have no admin left
   */
  async shutOut(tx: Transaction, user: MemberRef): Promise<void> {
    await this.assertNotLastAdmin(tx, user);
    await this.store.changeUser(tx, user.id, { active: false });
    await this.endAccess(tx, user);
  }

  /** Ends an erasure by deleting all rows of the account. */
  async remove(tx: Transaction, user: MemberRef): Promise<RemovedUser> {
    const { logins, refreshTokens } = await this.logins.count(tx, user.id);
    const apiKeys = await this.keys.countOf(tx, user);
    return { users: await this.store.removeUser(tx, user.id), logins, refreshTokens, apiKeys };
  }

  private async storePassword(
    tx: Transaction,
    user: UserRow,
    passwordHash: string,
    by: Pick<AuditEvent, 'userId' | 'reason'> = {},
  ): Promise<User> {
    const change = {
      passwordHash,
      oneTimePasswordHash: null,
      oneTimePasswordUntil: null,
      invitationHash: null,
      invitationUntil: null,
    };
    await this.store.changeUser(tx, user.id, change);
    await this.logins.endAllOfUser(tx, user.id);
    await this.record(tx, user, { action: 'user.password', ...by });
    return toUser({ ...user, ...change });
  }

  private async row(user: UserRef): Promise<UserRow> {
    if (typeof user === 'string') {
      const row = await this.store.user(loginName(user));
      if (row) return row;
      throw new AppError('not_found', 'No user has this name; user list shows all');
    }
    const row = isId(user.id) && (await this.store.member(user));
    if (row) return row;
    throw new AppError('not_found', 'There is no such user');
  }

  /**
   * Ensures that an active organization keeps an admin who can log in. The lock on the organization serializes
   * concurrent changes.
   */
  private async assertNotLastAdmin(tx: Transaction, { id, organizationId }: MemberRef): Promise<void> {
    const { active } = await this.store.lockedOrganization(tx, organizationId);
    const row = await this.store.lockedUser(tx, id);
    if (!active || !row.active || row.role !== 'admin') return;
    if ((await this.store.otherAdmins(tx, row)) > 0) return;
    throw new AppError(
      'conflict',
      'This is the only admin of the organization; give another user the role admin first',
    );
  }

  private async endAccess(tx: Transaction, user: MemberRef): Promise<void> {
    await this.logins.endAllOfUser(tx, user.id);
    await this.keys.revokeAllOf(tx, user);
  }

  private record(tx: Transaction, { id, organizationId }: MemberRef, event: AuditEvent): Promise<void> {
    return this.trail.record(tx, { ...event, subject: { type: 'user', id }, organizationId });
  }
}

/** Returns the audit events of a change. */
function changeEvents({ role, active, limits = {}, userName }: UserChanges): AuditEvent[] {
  return [
    ...(userName === undefined ? [] : [{ action: 'user.rename' } as const]),
    ...(role === undefined ? [] : [{ action: 'user.role', reason: role } as const]),
    ...(active === undefined ? [] : [{ action: active ? 'user.activate' : 'user.deactivate' } as const]),
    ...limitEvents(limits),
  ];
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  userName: row.userName,
  organizationId: row.organizationId,
  role: row.role,
  active: row.active,
  rateLimits: row.rateLimits,
  createdAt: row.createdAt,
  invitedUntil: row.passwordHash === null && row.oneTimePasswordHash === null ? row.invitationUntil : null,
});
