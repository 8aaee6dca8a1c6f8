import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore, LoginsStore } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, Transactions, type Transaction } from '@app/common';
import { singleSignOnConfig, type SingleSignOnConfig } from '@app/config';
import { ConfirmLogin, type Confirmation } from '@app/single-sign-on';
import { hashRefreshToken, IssueTokens, type Tokens } from './issue-tokens';
import type { LoginKind } from './open-login';

/**
 * The time in which the console may use a spent token once more: two tabs share a cookie, and a reloaded page may have
 * lost the response with the new one. Programs have no such time.
 */
const CONSOLE_GRACE_MS = 30_000;

/** Exchanges a refresh token for a new pair of tokens, or ends its login. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly transactions: Transactions,
    private readonly logins: LoginsStore,
    private readonly accounts: AccountsStore,
    private readonly issueTokens: IssueTokens,
    private readonly confirmLogin: ConfirmLogin,
    @Inject(singleSignOnConfig.KEY)
    private readonly config: Pick<SingleSignOnConfig, 'passwordLogin'>,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Exchanges a refresh token for a new pair. Reuse of a spent token ends the whole login, because it was probably
   * copied.
   *
   * @throws AppError `unauthenticated`; `unavailable` if single sign-on must confirm the login and does not answer
   */
  async refresh(refreshToken: string, kind: LoginKind = 'tokens'): Promise<Tokens> {
    const hash = hashRefreshToken(refreshToken);
    const confirmation = await this.confirmationOf(hash);
    const tokens = await this.transactions.run((tx) => this.spend(tx, hash, kind, confirmation));
    // Thrown outside of the transaction, which would otherwise roll back the end of the login.
    if (!tokens)
      throw new AppError('unauthenticated', 'The refresh token is not valid or has expired; log in again');
    return tokens;
  }

  /** Ends the login of a refresh token, spent or not. Ignores an unknown token. */
  async logout(refreshToken: string): Promise<void> {
    const login = await this.logins.loginOf(hashRefreshToken(refreshToken));
    if (!login) return;
    const { id, userId } = login;
    await this.transactions.run(async (tx) => {
      if (await this.logins.end(tx, id)) await this.trail.record(tx, { action: 'logout', userId });
    });
  }

  /** Asks the provider before the transaction, because it may be slow. */
  private async confirmationOf(hash: string): Promise<Confirmation> {
    const login = await this.logins.loginOf(hash);
    return login && !login.endedAt ? this.confirmLogin.execute(login.id) : { kind: 'none' };
  }

  private async spend(
    tx: Transaction,
    hash: string,
    kind: LoginKind,
    confirmation: Confirmation,
  ): Promise<Tokens | undefined> {
    const found = await this.logins.lockedByToken(tx, hash);
    if (!found || found.login.console !== (kind === 'console')) return undefined;
    const { login, token } = found;
    if (token.spentAt && !this.isShared(login.console, token.spentAt)) {
      // The caller may not be the user, so the entry names the login's owner.
      if (await this.logins.end(tx, login.id))
        await this.trail.record(tx, {
          action: 'login.reuse',
          outcome: 'refused',
          subject: { type: 'user', id: login.userId },
        });
      return undefined;
    }
    if (confirmation.kind === 'ended') {
      if (await this.logins.end(tx, login.id))
        await this.trail.record(tx, { action: 'logout', reason: 'provider', userId: login.userId });
      return undefined;
    }
    if (confirmation.kind === 'none' && !this.config.passwordLogin) return undefined;
    const now = this.clock.now();
    const user = await this.accounts.activeUser(tx, login.userId);
    if (login.endedAt || login.expiresAt <= now || token.expiresAt <= now || !user) return undefined;
    if (!token.spentAt) await this.logins.spendRefreshToken(tx, hash, now);
    await this.logins.use(tx, login.id);
    return this.issueTokens.execute(
      tx,
      user,
      login,
      confirmation.kind === 'provider' ? confirmation.until : undefined,
    );
  }

  private isShared(console: boolean, spentAt: Date): boolean {
    return console && this.clock.now().getTime() - spentAt.getTime() <= CONSOLE_GRACE_MS;
  }
}
