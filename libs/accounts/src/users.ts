import { Injectable } from '@nestjs/common';
import { AuditTrail, type AuditEvent } from '@app/audit';
import { AppError, Clock, newId, Transactions, type RateLimitKind, type Transaction } from '@app/common';
import { AccountsStore } from './accounts.store';
import { limitChange, withLimit, type StoredLimits } from './limits';
import { LoginsStore } from './logins.store';
import { Organizations } from './organizations';
import { checkPassword, Passwords } from './passwords';
import type { UserRow } from './accounts.entities';
import { checkUserName, loginName } from './user-name';

/** A user as an operator sees one. */
export interface User {
  id: string;
  userName: string;
  organizationId: string;
  active: boolean;
  createdAt: Date;
}

/** A user and the limits of its own. */
export interface UserLimits {
  id: string;
  userName: string;
  rateLimits: StoredLimits;
}

export interface NewUser {
  userName: string;
  password: string;
  /** Id or exact name. */
  organization: string;
}

export interface RemovedUser {
  /** 0 where the user was gone already. */
  users: number;
  logins: number;
  refreshTokens: number;
}

/** Users, as an operator manages them. What changes one throws AppError `not_found` where there is none. */
@Injectable()
export class Users {
  constructor(
    private readonly store: AccountsStore,
    private readonly logins: LoginsStore,
    private readonly organizations: Organizations,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Of all organizations, by name. */
  async list(): Promise<User[]> {
    return (await this.store.users()).map(toUser);
  }

  /** @throws AppError `not_found` */
  async find(userName: string): Promise<User> {
    const row = await this.store.user(loginName(userName));
    if (!row) throw new AppError('not_found', 'No user has this name; user list shows all');
    return toUser(row);
  }

  /**
   * A new, active user of an organization.
   *
   * @throws AppError `bad_request`, `not_found` for the organization, `conflict` for a name that is taken
   */
  async create({ userName, password, organization }: NewUser): Promise<User> {
    checkUserName(userName);
    checkPassword(password);
    const { id: organizationId } = await this.organizations.find(organization);
    const row = {
      id: newId(),
      organizationId,
      userName,
      loginName: loginName(userName),
      passwordHash: await this.passwords.hash(password),
      oneTimePasswordHash: null,
      oneTimePasswordUntil: null,
      role: 'member' as const,
      active: true,
      rateLimits: {},
      createdAt: this.clock.now(),
    };
    await this.transactions.run(async (tx) => {
      await this.store.addUser(tx, row);
      await this.record(tx, row, { action: 'user.create' });
    });
    return toUser(row);
  }

  /** Lets a user in, or keeps one out; keeping out ends the user's logins for good. */
  async setActive(userName: string, active: boolean): Promise<User> {
    const user = await this.find(userName);
    await this.transactions.run(async (tx) => {
      if (active) await this.store.changeUser(tx, user.id, { active });
      else await this.shutOut(tx, user.id);
      await this.record(tx, user, { action: active ? 'user.activate' : 'user.deactivate' });
    });
    return { ...user, active };
  }

  /**
   * Gives a user a new password and ends the logins that the old one opened.
   *
   * @throws AppError `not_found`, or `bad_request` for a password that is too short or too long
   */
  async setPassword(userName: string, password: string): Promise<User> {
    checkPassword(password);
    const user = await this.find(userName);
    const passwordHash = await this.passwords.hash(password);
    await this.transactions.run(async (tx) => {
      await this.store.changeUser(tx, user.id, { passwordHash });
      await this.logins.endAllOfUser(tx, user.id);
      await this.record(tx, user, { action: 'user.password' });
    });
    return user;
  }

  /**
   * Gives a user a limit of its own, or takes it away. It holds from the user's next request on.
   *
   * @param rate as settings write it, `300/1m`; not given: the user's own limit is removed
   * @throws AppError `not_found`, or `bad_request` for what is no rate
   */
  async setLimit(userName: string, kind: RateLimitKind, rate: string | undefined): Promise<UserLimits> {
    const user = await this.find(userName);
    return this.transactions.run(async (tx) => {
      const row = await this.store.lockedUser(tx, user.id);
      const rateLimits = withLimit(row.rateLimits, kind, rate);
      await this.store.changeUser(tx, user.id, { rateLimits });
      await this.record(tx, user, limitChange(kind, rate));
      return { id: user.id, userName: row.userName, rateLimits };
    });
  }

  /** The beginning of an erasure: nobody gets in any more. */
  async shutOut(tx: Transaction, id: string): Promise<void> {
    await this.store.changeUser(tx, id, { active: false });
    await this.logins.endAllOfUser(tx, id);
  }

  /** The end of an erasure: nothing of the account is left. */
  async remove(tx: Transaction, id: string): Promise<RemovedUser> {
    const { logins, refreshTokens } = await this.logins.count(tx, id);
    return { users: await this.store.removeUser(tx, id), logins, refreshTokens };
  }

  private record(
    tx: Transaction,
    { id, organizationId }: Pick<User, 'id' | 'organizationId'>,
    event: AuditEvent,
  ): Promise<void> {
    return this.trail.record(tx, { ...event, subject: { type: 'user', id }, organizationId });
  }
}

const toUser = ({ id, userName, organizationId, active, createdAt }: UserRow): User => ({
  id,
  userName,
  organizationId,
  active,
  createdAt,
});
