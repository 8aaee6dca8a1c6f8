import { Injectable } from '@nestjs/common';
import { AccountsStore, LoginsStore } from '@app/accounts';
import { AuditTrail } from '@app/audit';
import { AppError, Clock, Transactions, type Transaction } from '@app/common';
import { hashRefreshToken, IssueTokens, type Tokens } from './issue-tokens';

/** What a refresh token is good for: a new pair of tokens, or the end of its login. */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly transactions: Transactions,
    private readonly logins: LoginsStore,
    private readonly accounts: AccountsStore,
    private readonly issueTokens: IssueTokens,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Spends a refresh token for a new pair. A token that was spent before ends the whole login: someone copied it.
   *
   * @throws AppError `unauthenticated`
   */
  async refresh(refreshToken: string): Promise<Tokens> {
    const tokens = await this.transactions.run((tx) => this.spend(tx, hashRefreshToken(refreshToken)));
    // Thrown out here: a throw inside would roll the end of the login back.
    if (!tokens)
      throw new AppError('unauthenticated', 'The refresh token is not valid, or no longer; log in again');
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

  private async spend(tx: Transaction, hash: string): Promise<Tokens | undefined> {
    const found = await this.logins.lockedByToken(tx, hash);
    if (!found) return undefined;
    const { login, token } = found;
    if (token.spentAt) {
      // Whoever uses it need not be the user: the entry names whose it was.
      if (await this.logins.end(tx, login.id))
        await this.trail.record(tx, {
          action: 'login.reuse',
          outcome: 'refused',
          subject: { type: 'user', id: login.userId },
        });
      return undefined;
    }
    const now = this.clock.now();
    const user = await this.accounts.activeUser(tx, login.userId);
    if (login.endedAt || login.expiresAt <= now || token.expiresAt <= now || !user) return undefined;
    await this.logins.spendRefreshToken(tx, hash, now);
    return this.issueTokens.execute(tx, user, login);
  }
}
