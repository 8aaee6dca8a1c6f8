import { Inject, Injectable } from '@nestjs/common';
import { AccountsStore, LoginsStore } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, Transactions, type Transaction } from '@app/common';
import { singleSignOnConfig, type SingleSignOnConfig } from '@app/config';
import { ConfirmLogin, type Confirmation } from '@app/single-sign-on';
import { hashRefreshToken, IssueTokens, type Tokens } from './issue-tokens';
import type { LoginKind } from './open-login';

/**
 * Two tabs of a browser share a cookie, and a page that is loaded anew may have lost the answer that replaced it: for so
 * long a spent token of the console is refreshed once more. A program keeps its tokens for itself, and has no such time.
 */
const CONSOLE_GRACE_MS = 30_000;

/** What a refresh token is good for: a new pair of tokens, or the end of its login. */
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
   * Spends a refresh token for a new pair. A token that was spent before ends the whole login: someone copied it.
   *
   * @throws AppError `unauthenticated`; `unavailable` where single sign-on would have to vouch for it and does not answer
   */
  async refresh(refreshToken: string, kind: LoginKind = 'tokens'): Promise<Tokens> {
    const hash = hashRefreshToken(refreshToken);
    const confirmation = await this.confirmationOf(hash);
    const tokens = await this.transactions.run((tx) => this.spend(tx, hash, kind, confirmation));
    // Thrown out here: a throw inside would roll the end of the login back.
    if (!tokens)
      throw new AppError('unauthenticated', 'The refresh token is not valid or has expired; log in again');
    return tokens;
  }

  /** Ends the login that a refresh token came of, spent or not. An unknown token has nothing to end. */
  async logout(refreshToken: string): Promise<void> {
    const login = await this.logins.loginOf(hashRefreshToken(refreshToken));
    if (!login) return;
    const { id, userId } = login;
    await this.transactions.run(async (tx) => {
      if (await this.logins.end(tx, id)) await this.trail.record(tx, { action: 'logout', userId });
    });
  }

  /** Asked before the transaction: the provider may take its time. */
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
      // Whoever uses it need not be the user: the entry names whose it was.
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
