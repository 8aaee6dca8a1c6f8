import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore, loginName, Passwords, type Account } from '@app/accounts';
import { AuditTrail, type AuditReason } from '@app/audit';
import { AppError, Clock, networkOf } from '@app/common';
import { singleSignOnConfig, type SingleSignOnConfig } from '@app/config';
import { KeyRing } from '@app/crypto';

export interface GivenCredentials {
  userName: string;
  password: string;
  /** The caller's network address. */
  address: string;
}

/** An active user with a correct password. */
export interface Verified {
  user: Account;
  /** Whether it is an admin's one-time password, which only sets a new one. */
  isOneTime: boolean;
  /** Keyed hash of the caller's network, for the audit trail. */
  addressHash: string;
}

/** Verifies a user name and a password (contract: Login and tokens). The caller must count failures. */
@Injectable()
export class Credentials {
  constructor(
    private readonly accounts: AccountsStore,
    private readonly passwords: Passwords,
    private readonly trail: AuditTrail,
    private readonly keyRing: KeyRing,
    private readonly clock: Clock,
    @Inject(singleSignOnConfig.KEY)
    private readonly config: Pick<SingleSignOnConfig, 'passwordLogin'>,
  ) {}

  /**
   * Takes the same time whether the user exists or not. Refusals are recorded.
   *
   * @throws AppError `invalid_credentials` or `account_inactive` with the documented messages; `unavailable` if too
   * many users log in at once; `password_login_off` if only single sign-on is allowed
   */
  async verify({ userName, password, address }: GivenCredentials): Promise<Verified> {
    if (!this.config.passwordLogin) throw passwordLoginOff();
    const user = await this.find(userName);
    const isOneTime = user?.oneTimePasswordHash != null;
    const matches = await this.passwords.matches(
      password,
      isOneTime ? user.oneTimePasswordHash : user?.passwordHash,
    );
    const addressHash = this.keyRing.hash('audit-address', networkOf(address));
    if (!user?.active || !user.organization.active) {
      await this.recordRefusal(addressHash, user ? 'inactive' : 'unknown_user', user);
      throw unknownOrInactive(userName);
    }
    const isOver = isOneTime && user.oneTimePasswordUntil! <= this.clock.now();
    if (!matches || isOver) {
      await this.recordRefusal(addressHash, matches ? 'expired' : 'wrong_password', user);
      throw new AppError('invalid_credentials', 'Invalid UserName or Password!');
    }
    return { user, isOneTime, addressHash };
  }

  /** Records nothing about an unknown name, because it may be a password in the wrong field. */
  async recordRefusal(addressHash: string, reason: AuditReason, user: Account | null): Promise<void> {
    await this.trail.recordAlone({
      action: 'login',
      outcome: 'refused',
      reason,
      addressHash,
      ...(user && { subject: { type: 'user', id: user.id }, organizationId: user.organizationId }),
    });
  }

  /** Finds a user. Service accounts cannot log in. */
  private async find(userName: string): Promise<Account | null> {
    // PostgreSQL refuses NUL, and no user name contains one.
    const found = userName.includes('\0') ? null : await this.accounts.account(loginName(userName));
    return found?.role ? found : null;
  }
}

export const unknownOrInactive = (userName: string): AppError =>
  new AppError('account_inactive', `UserNotfound Or Inactive ${userName}`);

/** Returns the refusal of passwords in a deployment with single sign-on only. */
export const passwordLoginOff = (): AppError =>
  new AppError(
    'password_login_off',
    'Password login is disabled here; log in by single sign-on at /oidc/login',
  );

/** Returns the refusal of a login with a one-time password. */
export const passwordChangeRequired = (): AppError =>
  new AppError('password_change_required', 'Password change required');
