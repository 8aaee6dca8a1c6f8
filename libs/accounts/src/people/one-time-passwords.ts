import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, invalid, Transactions, type Role } from '@app/common';
import { AccountsStore } from '../accounts.store';
import { LoginsStore } from '../logins.store';
import { Passwords } from '../passwords';
import { checkUserName, loginName } from '../user-name';
import type { MemberRef } from '../user-ref';
import { Users, type User } from '../users';

const HOURS = 72;

/** A password that only sets a new one, and is shown once. */
export interface OneTimePassword {
  password: string;
  until: Date;
}

export interface NewPerson {
  userName: string;
  organizationId: string;
  role: Role;
}

/** Lets an admin give users access without knowing their final password. */
@Injectable()
export class OneTimePasswords {
  constructor(
    private readonly store: AccountsStore,
    private readonly users: Users,
    private readonly logins: LoginsStore,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a user with a one-time password.
   *
   * @throws AppError `bad_request` for an invalid name, or, without the reason, for a name that another organization
   * has; `conflict` for a name that this organization has
   */
  async create(person: NewPerson): Promise<{ user: User; oneTime: OneTimePassword }> {
    checkUserName(person.userName);
    const { oneTime, columns } = await this.make();
    try {
      const user = await this.transactions.run((tx) => this.users.add(tx, { ...person, ...columns }));
      return { user, oneTime };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      const taken = await this.store.user(loginName(person.userName));
      if (taken?.organizationId === person.organizationId) throw error;
      throw invalid('userName', 'cannot be used; choose another one');
    }
  }

  /**
   * Replaces a user's password with a one-time password and ends all the user's logins.
   *
   * @throws AppError `not_found`; `conflict` if the user has no password
   */
  async reset(member: MemberRef): Promise<OneTimePassword> {
    const { id, organizationId } = await this.users.find(member);
    const { oneTime, columns } = await this.make();
    await this.transactions.run(async (tx) => {
      const row = await this.store.lockedUser(tx, id);
      if (row.passwordHash === null && row.oneTimePasswordHash === null)
        throw new AppError(
          'conflict',
          'This user has no password: it is a service account or logs in by single sign-on',
        );
      await this.store.changeUser(tx, id, columns);
      await this.logins.endAllOfUser(tx, id);
      const subject = { type: 'user', id } as const;
      await this.trail.record(tx, { action: 'user.password', reason: 'one_time', subject, organizationId });
    });
    return oneTime;
  }

  private async make() {
    const password = newPassword();
    const until = new Date(this.clock.now().getTime() + HOURS * 60 * 60 * 1000);
    const oneTimePasswordHash = await this.passwords.hash(password);
    return {
      oneTime: { password, until },
      // Without the usual hash, so that versions without one-time passwords refuse the login.
      columns: { passwordHash: null, oneTimePasswordHash, oneTimePasswordUntil: until },
    };
  }
}

/** Excludes characters that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a password of 100 random bits that can be read aloud: `k7wzq-...`. */
function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte % LETTERS.length]!).join('');
  return letters.match(/.{5}/g)!.join('-');
}
