import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore, loginName, Passwords, type Account } from '@app/accounts';
import { AuditTrail, type AuditReason } from '@app/audit';
import { AppError, networkOf, Transactions } from '@app/common';
import { singleSignOnConfig, type SingleSignOnConfig } from '@app/config';
import { KeyRing } from '@app/crypto';
import { IssueTokens, type Tokens } from './issue-tokens';
import { LoginThrottle } from './login-throttle';
import { OpenLogin, type LoginKind } from './open-login';
import { SecondStep } from './second-step';

export interface LoginInput {
  userName: string;
  password: string;
  /** A code of the second factor, or a recovery code. */
  otp?: string | undefined;
  /** Network address of the caller, for counting failures. */
  address: string;
}

/** A user name and a password become a pair of tokens (contract: Login and tokens). */
@Injectable()
export class Login {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsStore,
    @Inject(singleSignOnConfig.KEY)
    private readonly config: Pick<SingleSignOnConfig, 'passwordLogin'>,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly secondStep: SecondStep,
    private readonly openLogin: OpenLogin,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
    private readonly ring: KeyRing,
  ) {}

  /**
   * @throws AppError `unauthenticated` with the documented words; `too_many_requests` after too many failures;
   * `unavailable` where too many log in at once; `forbidden` where passwords let nobody in
   */
  async execute({ userName, password, otp, address }: LoginInput, kind: LoginKind = 'tokens'): Promise<Tokens> {
    if (!this.config.passwordLogin) throw noPasswords();
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
      const goodFor = await this.secondStep.execute(user, otp, () =>
        this.recordRefusal(addressHash, 'wrong_second_factor', user),
      );
      return this.transactions.run(async (tx) => {
        // Comparing took a while: a password that was changed meanwhile must not leave an open login behind.
        if (!(await this.accounts.isUnchanged(tx, user))) throw unknownOrInactive(user.userName);
        const { id: userId, organizationId } = user;
        await this.trail.record(tx, { action: 'login', userId, organizationId, addressHash });
        if (goodFor === 'enrolment')
          return this.issueTokens.forEnrolment(user, await this.openLogin.forEnrolment(tx, userId));
        return this.issueTokens.execute(tx, user, await this.openLogin.execute(tx, userId, kind));
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
}

const unknownOrInactive = (userName: string): AppError =>
  new AppError('unauthenticated', `UserNotfound Or Inactive ${userName}`);

const noPasswords = (): AppError =>
  new AppError('forbidden', 'Passwords let nobody in here; log in by single sign-on, at /oidc/login');
