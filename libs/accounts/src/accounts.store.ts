import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DatabaseError } from 'pg';
import { IsNull, MoreThan, Not, QueryFailedError, type DataSource } from 'typeorm';
import { AppError, type Transaction } from '@app/common';
import { managerOf } from '@app/database';
import { OrganizationRow, UserRow } from './accounts.entities';
import type { PageRequest } from './page';
import type { MemberRef } from './user-ref';

/** A user, the organization's row beside it. */
export type Account = UserRow & { organization: OrganizationRow };

type OrganizationChange = Partial<
  Pick<OrganizationRow, 'active' | 'grants' | 'rateLimits' | 'totalLimits' | 'usageByPerson'>
>;
export type UserChange = Partial<
  Pick<
    UserRow,
    'active' | 'role' | 'rateLimits' | 'passwordHash' | 'oneTimePasswordHash' | 'oneTimePasswordUntil'
  >
>;

/** The rows of organizations and users. */
@Injectable()
export class AccountsStore {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /** By name. */
  organizations(): Promise<OrganizationRow[]> {
    return this.db.manager.find(OrganizationRow, { order: { name: 'ASC' } });
  }

  organization(by: { id: string } | { name: string }): Promise<OrganizationRow | null> {
    return this.db.manager.findOneBy(OrganizationRow, by);
  }

  /** @throws AppError `conflict` for a name that is taken */
  async addOrganization(tx: Transaction, row: OrganizationRow): Promise<void> {
    await refusing(
      'organizations_name_unique',
      'An organization of this name exists already; choose another name',
      managerOf(tx).insert(OrganizationRow, row),
    );
  }

  /** Nobody else changes it before the transaction ends. */
  lockedOrganization(tx: Transaction, id: string): Promise<OrganizationRow> {
    return managerOf(tx).findOneOrFail(OrganizationRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async changeOrganization(tx: Transaction, id: string, change: OrganizationChange): Promise<void> {
    await managerOf(tx).update(OrganizationRow, { id }, change);
  }

  /** Of all organizations, by name. */
  users(): Promise<UserRow[]> {
    return this.db.manager.find(UserRow, { order: { loginName: 'ASC' } });
  }

  user(loginName: string): Promise<UserRow | null> {
    return this.db.manager.findOneBy(UserRow, { loginName });
  }

  /** One of the organization's own. */
  member({ id, organizationId }: MemberRef): Promise<UserRow | null> {
    return this.db.manager.findOneBy(UserRow, { id, organizationId });
  }

  /** People and service accounts of an organization, in the order in which they were made. */
  members(organizationId: string, { after, limit: take }: PageRequest): Promise<UserRow[]> {
    const where = { organizationId, ...(after !== undefined && { id: MoreThan(after) }) };
    return this.db.manager.find(UserRow, { where, order: { id: 'ASC' }, take });
  }

  /** How many admins can log in beside one of them. */
  async otherAdmins(tx: Transaction, { id, organizationId }: MemberRef): Promise<number> {
    const where = { organizationId, role: 'admin' as const, active: true, id: Not(id) };
    return managerOf(tx).countBy(UserRow, where);
  }

  account(loginName: string): Promise<Account | null> {
    const relations = { organization: true };
    return this.db.manager.findOne(UserRow, { where: { loginName }, relations }) as Promise<Account | null>;
  }

  /** The user, where neither user nor organization is kept out. */
  activeUser(tx: Transaction, id: string): Promise<UserRow | null> {
    return managerOf(tx).findOne(UserRow, { where: { id, active: true, organization: { active: true } } });
  }

  /** Whether the user is active and has this password still; neither changes before the transaction ends. */
  async isUnchanged(tx: Transaction, user: UserRow): Promise<boolean> {
    const passwordHash = user.passwordHash ?? IsNull();
    const oneTimePasswordHash = user.oneTimePasswordHash ?? IsNull();
    const where = { id: user.id, passwordHash, oneTimePasswordHash, active: true };
    return (await managerOf(tx).findOne(UserRow, { where, lock: { mode: 'pessimistic_read' } })) !== null;
  }

  /** @throws AppError `conflict` for a name that is taken */
  async addUser(tx: Transaction, row: UserRow): Promise<void> {
    await refusing(
      'users_login_name_unique',
      'A user of this name exists already',
      managerOf(tx).insert(UserRow, row),
    );
  }

  /** Nobody else changes it before the transaction ends. */
  lockedUser(tx: Transaction, id: string): Promise<UserRow> {
    return managerOf(tx).findOneOrFail(UserRow, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async changeUser(tx: Transaction, id: string, change: UserChange): Promise<void> {
    await managerOf(tx).update(UserRow, { id }, change);
  }

  /** With all logins. @returns how many were removed: 0 where the user was gone already */
  async removeUser(tx: Transaction, id: string): Promise<number> {
    const { affected } = await managerOf(tx).delete(UserRow, { id });
    return affected ?? 0;
  }
}

const UNIQUE_VIOLATION = '23505';

/** @throws AppError `conflict` where `constraint` holds such a row already; what `insertion` fails with otherwise */
export async function refusing(
  constraint: string,
  message: string,
  insertion: Promise<unknown>,
): Promise<void> {
  try {
    await insertion;
  } catch (error) {
    const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
    if (cause instanceof DatabaseError && cause.code === UNIQUE_VIOLATION && cause.constraint === constraint)
      throw new AppError('conflict', message);
    throw error;
  }
}
