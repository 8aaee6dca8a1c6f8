import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore, loginName, LoginsStore, type StoredLogin } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Clock, newId, Transactions, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import { AnnounceLock } from './announce-lock';
import { Credentials, passwordChangeRequired, unknownOrInactive } from './credentials';
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
    private readonly announceLock: AnnounceLock,
    private readonly credentials: Credentials,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `unauthenticated` with the documented words; `too_many_requests` after too many failures;
   * `unavailable` where too many log in at once
   */
  async execute({ userName, password, address }: LoginInput): Promise<Tokens> {
    const onLocked = (name: string): Promise<void> => this.announceLock.execute(name);
    return this.throttle.countFailures({ userName: loginName(userName), address, onLocked }, async () => {
      const { user, isOneTime, addressHash } = await this.credentials.verify({ userName, password, address });
      if (isOneTime) throw passwordChangeRequired();
      return this.transactions.run(async (tx) => {
        // Comparing took a while: a password that was changed meanwhile must not leave an open login behind.
        if (!(await this.accounts.isUnchanged(tx, user))) throw unknownOrInactive(user.userName);
        const { id: userId, organizationId } = user;
        await this.trail.record(tx, { action: 'login', userId, organizationId, addressHash });
        return this.issueTokens.execute(tx, user, await this.open(tx, userId));
      });
    });
  }

  private async open(tx: Transaction, userId: string): Promise<StoredLogin> {
    const createdAt = this.clock.now();
    const expiresAt = new Date(createdAt.getTime() + this.config.sessionMaxTtlMs);
    const login = { id: newId(), userId, createdAt, expiresAt, endedAt: null };
    await this.logins.open(tx, login);
    return login;
  }
}
