import { Inject, Injectable } from '@nestjs/common';
import {
  AccountsStore,
  loginName,
  LoginsStore,
  Passwords,
  type Account,
  type StoredLogin,
} from '@app/accounts';
import { AuditTrail, type AuditReason } from '@app/audit';
import { AppError, Clock, networkOf, newId, Transactions, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { IssueTokens, type Tokens } from './issue-tokens';
import { LoginThrottle } from './login-throttle';

export interface LoginInput {
  userName: string;
  password: string;
  /** Network address of the caller, for counting failures. */
  address: string;
}

/** A user name and a password become a pair of tokens (contract: Login and tokens). */
@Injectable()
export class Login {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsStore,
    private readonly logins: LoginsStore,
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
    private readonly ring: KeyRing,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `unauthenticated` with the documented words; `too_many_requests` after too many failures;
   * `unavailable` where too many log in at once
   */
  async execute({ userName, password, address }: LoginInput): Promise<Tokens> {
    return this.throttle.countFailures({ userName: loginName(userName), address }, async () => {
      const user = await this.find(userName);
      const matches = await this.passwords.matches(password, user?.passwordHash);
      const addressHash = this.ring.hash('audit-address', networkOf(address));
      if (!user?.active || !user.organization.active) {
        await this.recordRefusal(addressHash, user ? 'inactive' : 'unknown_user', user);
        throw unknownOrInactive(userName);
      }
      if (!matches) {
        await this.recordRefusal(addressHash, 'wrong_password', user);
        throw new AppError('unauthenticated', 'Invalid UserName or Password!');
      }
      return this.transactions.run(async (tx) => {
        // Comparing took a while: a password that was changed meanwhile must not leave an open login behind.
        if (!(await this.accounts.isUnchanged(tx, user))) throw unknownOrInactive(user.userName);
        const { id: userId, organizationId } = user;
        await this.trail.record(tx, { action: 'login', userId, organizationId, addressHash });
        return this.issueTokens.execute(tx, user, await this.open(tx, userId));
      });
    });
  }

  /** Of a user who is not known nothing is kept: a name may be a password that was typed into the wrong field. */
  private recordRefusal(addressHash: string, reason: AuditReason, user: Account | null): Promise<void> {
    return this.trail.recordAlone({
      action: 'login',
      outcome: 'refused',
      reason,
      addressHash,
      ...(user && { subject: { type: 'user', id: user.id }, organizationId: user.organizationId }),
    });
  }

  private async find(userName: string): Promise<Account | null> {
    // PostgreSQL refuses a NUL, and nobody's name holds one.
    return userName.includes('\0') ? null : this.accounts.account(loginName(userName));
  }

  private async open(tx: Transaction, userId: string): Promise<StoredLogin> {
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + this.config.sessionMaxTtlMs);
    const login = { id: newId(), userId, createdAt, expiresAt, endedAt: null };
    await this.logins.open(tx, login);
    return login;
  }
}

const unknownOrInactive = (userName: string): AppError =>
  new AppError('unauthenticated', `UserNotfound Or Inactive ${userName}`);
