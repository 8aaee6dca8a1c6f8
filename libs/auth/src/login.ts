import { Injectable } from '@nestjs/common';
import { AccountsStore, loginName } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { Transactions } from '@app/common';
import { AnnounceLock } from './announce-lock';
import type { Device } from './device';
import { Credentials, passwordChangeRequired, unknownOrInactive, type GivenCredentials } from './credentials';
import { IssueTokens, type Tokens } from './issue-tokens';
import { LoginThrottle } from './login-throttle';
import { OpenLogin, type LoginKind } from './open-login';
import { SecondStep } from './second-step';

export interface LoginInput extends GivenCredentials {
  /** A code of the second factor or a recovery code. */
  otp?: string | undefined;
  device?: Device;
}

/** Exchanges a user name and a password for a pair of tokens (contract: Login and tokens). */
@Injectable()
export class Login {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsStore,
    private readonly throttle: LoginThrottle,
    private readonly announceLock: AnnounceLock,
    private readonly credentials: Credentials,
    private readonly secondStep: SecondStep,
    private readonly openLogin: OpenLogin,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * @throws AppError `unauthenticated` with the documented messages; `too_many_failures` after too many failures;
   * `unavailable` if too many users log in at once; `forbidden` if password login is disabled
   */
  async execute({ otp, device = {}, ...given }: LoginInput, kind: LoginKind = 'tokens'): Promise<Tokens> {
    const onLocked = (name: string): Promise<void> => this.announceLock.execute(name);
    const attempt = { userName: loginName(given.userName), address: given.address, onLocked };
    return this.throttle.countFailures(attempt, async () => {
      const verified = await this.credentials.verify(given);
      const { user, isOneTime, addressHash } = verified;
      if (isOneTime) throw passwordChangeRequired();
      const goodFor = await this.secondStep.execute(verified, otp);
      return this.transactions.run(async (tx) => {
        // Comparing took time. A password that was changed meanwhile must not open a login.
        if (!(await this.accounts.isUnchanged(tx, user))) throw unknownOrInactive(user.userName);
        const { id: userId, organizationId } = user;
        await this.trail.record(tx, { action: 'login', userId, organizationId, addressHash });
        if (goodFor === 'enrolment')
          return this.issueTokens.forEnrolment(user, await this.openLogin.forEnrolment(tx, userId));
        return this.issueTokens.execute(tx, user, await this.openLogin.execute(tx, { userId, kind, device }));
      });
    });
  }
}
