import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DatabaseError } from 'pg';
import { In, IsNull, MoreThan, Not, QueryFailedError, type DataSource } from 'typeorm';
import { AppError, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { OrganizationRow, UserRow } from './accounts.entities';
import type { PageRequest } from './page';
import type { MemberRef } from './user-ref';

/** A user with the organization's row. */
export type Account = UserRow & { organization: OrganizationRow };

type OrganizationChange = Partial<
  Pick<
    OrganizationRow,
    'active' | 'budgeted' | 'grants' | 'rateLimits' | 'secondFactorRequired' | 'totalLimits' | 'usageByPerson'
  >
>;
export type UserChange = Partial<
  Pick<
    UserRow,
    | 'active'
    | 'userName'
    | 'loginName'
    | 'role'
    | 'rateLimits'
    | 'passwordHash'
    | 'oneTimePasswordHash'
    | 'oneTimePasswordUntil'
    | 'invitationHash'
    | 'invitationUntil'
  >
>;

/** Stores the rows of organizations and users. */
@Injectable()
export class AccountsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** Returns the organizations, sorted by name. */
  organizations(): Promise<OrganizationRow[]> {
    return this.db.manager.find(OrganizationRow, { order: { name: 'ASC' } });
  }

  organization(by: { id: string } | { name: string }): Promise<OrganizationRow | null> {
    return this.db.manager.findOneBy(OrganizationRow, by);
  }

  /** @throws AppError `conflict` if the name exists */
  async addOrganization(tx: Transaction, row: OrganizationRow): Promise<void> {
    await refusing(
      'organizations_name_unique',
      'An organization of this name exists already; choose another name',
      managerOf(tx).insert(OrganizationRow, row),
    );
  }

  /** Returns the organization, locked until the transaction ends. */
  lockedOrganization(tx: Transaction, id: string): Promise<OrganizationRow> {
    return managerOf(tx).findOneOrFail(OrganizationRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async changeOrganization(tx: Transaction, id: string, change: OrganizationChange): Promise<void> {
    await managerOf(tx).update(OrganizationRow, { id }, change);
  }

  /** Returns the users of all organizations, sorted by name. */
  users(): Promise<UserRow[]> {
    return this.db.manager.find(UserRow, { order: { loginName: 'ASC' } });
  }

  user(loginName: string): Promise<UserRow | null> {
    return this.db.manager.findOneBy(UserRow, { loginName });
  }

  /** Returns one user of the organization. */
  member({ id, organizationId }: MemberRef): Promise<UserRow | null> {
    return this.db.manager.findOneBy(UserRow, { id, organizationId });
  }

  /** Returns the organizations of those login names that any organization has. */
  async organizationsOf(loginNames: readonly string[]): Promise<Map<string, string>> {
    const where = { loginName: In([...loginNames]) };
    const select = { id: true, loginName: true, organizationId: true } as const;
    const rows = await this.db.manager.find(UserRow, { select, where });
    return new Map(rows.map((row) => [row.loginName, row.organizationId]));
  }

  /** Returns the users and service accounts of an organization, in the order of their creation. */
  members(organizationId: string, { after, limit: take }: PageRequest): Promise<UserRow[]> {
    const where = { organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return this.db.manager.find(UserRow, { where, order: { id: 'ASC' }, take });
  }

  /** Counts the other admins who can log in. */
  async otherAdmins(tx: Transaction, { id, organizationId }: MemberRef): Promise<number> {
    const where = { organizationId, role: 'admin' as const, active: true, id: Not(id) };
    return managerOf(tx).countBy(UserRow, where);
  }

  account(loginName: string): Promise<Account | null> {
    const relations = { organization: true };
    return this.db.manager.findOne(UserRow, { where: { loginName }, relations }) as Promise<Account | null>;
  }

  /** Returns the user if neither the user nor the organization is inactive. */
  activeUser(tx: Transaction, id: string): Promise<UserRow | null> {
    return managerOf(tx).findOne(UserRow, { where: { id, active: true, organization: { active: true } } });
  }

  /** Returns whether the user is active and the password is unchanged, and locks both until the transaction ends. */
  async isUnchanged(tx: Transaction, user: UserRow): Promise<boolean> {
    const passwordHash = user.passwordHash ?? IsNull();
    const oneTimePasswordHash = user.oneTimePasswordHash ?? IsNull();
    const where = { id: user.id, passwordHash, oneTimePasswordHash, active: true };
    return (await managerOf(tx).findOne(UserRow, { where, lock: { mode: 'pessimistic_read' } })) !== null;
  }

  /** @throws AppError `conflict` if the name exists */
  async addUser(tx: Transaction, row: UserRow): Promise<void> {
    await refusing(
      'users_login_name_unique',
      'A user of this name exists already',
      managerOf(tx).insert(UserRow, row),
    );
  }

  /** Returns the user, locked until the transaction ends. @throws AppError `not_found` if the user was just erased */
  async lockedUser(tx: Transaction, id: string): Promise<UserRow> {
    const user = await managerOf(tx).findOne(UserRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!user) throw new AppError('not_found', 'There is no such user');
    return user;
  }

  /** Returns whether an active user has this invitation and can still use it. */
  isInvited(invitationHash: string, now: Date): Promise<boolean> {
    return this.db.manager.existsBy(UserRow, invited(invitationHash, now));
  }

  /** Returns the active user who has this invitation and can still use it, locked until the transaction ends. */
  async lockedInvited(tx: Transaction, invitationHash: string, now: Date): Promise<UserRow | null> {
    const where = invited(invitationHash, now);
    const found = await managerOf(tx).findOne(UserRow, { select: { id: true }, where });
    if (!found) return null;
    // A second use waits for the first, and then finds the invitation used up.
    const still = { id: found.id, invitationHash, active: true };
    return managerOf(tx).findOne(UserRow, { where: still, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns whether the user exists and has a password, and locks the user until the transaction ends. */
  async lockedHasPassword(tx: Transaction, id: string): Promise<boolean> {
    const row = await managerOf(tx).findOne(UserRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
    return row !== null && row.passwordHash !== null;
  }

  /** @throws AppError `conflict` if another user has the name */
  async changeUser(tx: Transaction, id: string, change: UserChange): Promise<void> {
    await refusing(
      'users_login_name_unique',
      'A user of this name exists already',
      managerOf(tx).update(UserRow, { id }, change),
    );
  }

  /**
   * Deletes a user with all logins.
   *
   * @returns the number of deleted users: 0 if the user did not exist
   */
  async removeUser(tx: Transaction, id: string): Promise<number> {
    const { affected } = await managerOf(tx).delete(UserRow, { id });
    return affected ?? 0;
  }
}

const invited = (invitationHash: string, now: Date) => ({
  invitationHash,
  invitationUntil: MoreThan(now),
  passwordHash: IsNull(),
  oneTimePasswordHash: IsNull(),
  active: true,
  organization: { active: true },
});

const UNIQUE_VIOLATION = '23505';

/**
 * Runs an insertion.
 *
 * @param field the field of the request with the value that another row has
 * @throws AppError `conflict` if the row violates `constraint`; other errors of `insertion`
 */
export async function refusing(
  constraint: string,
  message: string,
  insertion: Promise<unknown>,
  field?: string,
): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
    if (cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION && cause.constraint === constraint)
      throw new AppError('conflict', message, field === undefined ? {} : { errors: [{ field, message }] });
    throw error;
  }
}
