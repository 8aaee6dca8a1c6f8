import { Injectable } from '@nestjs/common';
import { AccountsStore, LoginsStore } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, networkOf, Transactions } from '@app/common';
import { KeyRing } from '@app/crypto';
import {
  AdmitPerson,
  LogoutTokens,
  ProviderLogin,
  ProviderLoginsStore,
  type BegunLogin,
} from '@app/single-sign-on';
import { IssueTokens, type Tokens } from '../issue-tokens';
import type { Device } from '../device';
import { OpenLogin } from '../open-login';
import { LoginCodesStore, type LoginCode } from './login-codes.store';

/** Manages the console's single sign-on logins from the first redirect to the logout (contract: Single sign-on). */
@Injectable()
export class ProviderSession {
  constructor(
    private readonly provider: ProviderLogin,
    private readonly admit: AdmitPerson,
    private readonly logoutTokens: LogoutTokens,
    private readonly providerLogins: ProviderLoginsStore,
    private readonly codes: LoginCodesStore,
    private readonly openLogin: OpenLogin,
    private readonly issueTokens: IssueTokens,
    private readonly logins: LoginsStore,
    private readonly accounts: AccountsStore,
    private readonly transactions: Transactions,
    private readonly trail: AuditTrail,
    private readonly keyRing: KeyRing,
  ) {}

  /** @throws AppError `unavailable` */
  begin(): Promise<BegunLogin> {
    return this.provider.begin();
  }

  /**
   * Opens a login for a user who returns from the provider.
   *
   * @param query the query of the redirect
   * @param pending the state that the browser stored
   * @param caller its network address and its device
   * @returns the code with which the console takes the login over within a minute
   * @throws AppError `bad_request`, `unauthenticated`, `forbidden`, `unavailable`
   */
  async finish(
    query: string,
    pending: string | undefined,
    { address, device }: { address: string; device: Device },
  ): Promise<LoginCode> {
    const { claims, sid, confirmedUntil, refreshToken } = await this.provider.finish(query, pending);
    return this.admit.execute(claims, async (tx, { userId, organizationId }, identity) => {
      const addressHash = this.keyRing.hash('audit-address', networkOf(address));
      const { id: loginId } = await this.openLogin.execute(tx, { userId, kind: 'console', device });
      await this.providerLogins.add(tx, { ...identity, loginId, sid, confirmedUntil, refreshToken });
      await this.trail.record(tx, {
        action: 'login',
        reason: 'single_sign_on',
        userId,
        organizationId,
        addressHash,
      });
      return this.codes.make(tx, loginId);
    });
  }

  /**
   * Takes the login over for the console.
   *
   * @throws AppError `unauthenticated`
   */
  async redeem(code: LoginCode): Promise<Tokens> {
    const tokens = await this.transactions.run(async (tx) => {
      const loginId = await this.codes.take(tx, code);
      const login = loginId && (await this.logins.locked(tx, loginId));
      if (!login || login.endedAt) return undefined;
      const user = await this.accounts.activeUser(tx, login.userId);
      return (
        user && this.issueTokens.execute(tx, user, login, await this.providerLogins.confirmedUntil(login.id))
      );
    });
    // Thrown outside of the transaction, which would otherwise roll back the use of the code.
    if (!tokens)
      throw new AppError(
        'unauthenticated',
        'The code is not valid in this browser or has expired; log in again',
      );
    return tokens;
  }

  /** @throws AppError `bad_request` if the token is invalid or was used before; `unavailable` */
  async logout(logoutToken: string): Promise<void> {
    const loggedOut = await this.logoutTokens.use(logoutToken);
    await this.transactions.run(async (tx) => {
      for (const { id, userId } of await this.providerLogins.loggedOut(tx, loggedOut))
        if (await this.logins.end(tx, id))
          await this.trail.record(tx, { action: 'logout', reason: 'provider', userId });
    });
  }
}
