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

/** A password that is good for setting another one, and shown once. */
export interface OneTimePassword {
  password: string;
  until: Date;
}

export interface NewPerson {
  userName: string;
  organizationId: string;
  role: Role;
}

/** How an admin lets people of the organization in, without ever knowing the password that they then use. */
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
   * A new user with a one-time password.
   *
   * @throws AppError `bad_request` for a name that cannot be one, or that another organization has: without saying so;
   * `conflict` for one that the organization has
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
   * Takes a user's password away, and gives a one-time password for it. All logins of the user end.
   *
   * @throws AppError `not_found`; `conflict` for a user who has no password
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
      // Without the usual hash: a version that does not know of one-time passwords lets nobody in with it.
      columns: { passwordHash: null, oneTimePasswordHash, oneTimePasswordUntil: until },
    };
  }
}

/** Without characters that are easily taken for each other. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 random bits, to be read aloud: `k7wzq-...`. */
function newPassword(): string {
  const letters = [...randomBytes(20)].map((byte) => LETTERS[byte % LETTERS.length]!).join('');
  return letters.match(/.{5}/g)!.join('-');
}
