import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditTrail } from '@app/audit';
import { AppError, Clock } from '@app/common';
import { UserRow } from '../users/user.entity';
import { EndLogins } from './end-logins';
import { hashRefreshToken } from './hash-refresh-token';
import { IssueTokens } from './issue-tokens';
import { LoginRow } from './login.entity';
import { RefreshTokenRow } from './refresh-token.entity';
import type { Tokens } from './tokens';

/** Spends a refresh token for a new pair. A token that was spent before ends the whole login: someone copied it. */
@Injectable()
export class RefreshTokens {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly issueTokens: IssueTokens,
    private readonly endLogins: EndLogins,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `unauthenticated` */
  async execute(refreshToken: string): Promise<Tokens> {
    const tokens = await this.db.transaction((tx) => this.spend(tx, hashRefreshToken(refreshToken)));
    // Thrown out here: a throw inside would roll the end of the login back.
    if (!tokens)
      throw new AppError('unauthenticated', 'The refresh token is not valid, or no longer; log in again');
    return tokens;
  }

  private async spend(tx: EntityManager, hash: string): Promise<Tokens | undefined> {
    const login = await this.lockedLogin(tx, hash);
    if (!login) return undefined;
    const token = await tx.findOneByOrFail(RefreshTokenRow, { hash });
    if (token.spentAt) {
      // Whoever uses it need not be the user: the entry names whose it was.
      if (await this.endLogins.one(tx, login.id))
        await this.trail.record(tx, {
          action: 'login.reuse',
          outcome: 'refused',
          subject: { type: 'user', id: login.userId },
        });
      return undefined;
    }
    const now = this.clock.now();
    const user = await tx.findOne(UserRow, {
      where: { id: login.userId, active: true, organization: { active: true } },
    });
    if (login.endedAt || login.expiresAt <= now || token.expiresAt <= now || !user) return undefined;
    await tx.update(RefreshTokenRow, { hash }, { spentAt: now });
    return this.issueTokens.execute(tx, user, login);
  }

  /** The lock makes two uses of one token come after each other, so that the second one is seen as reuse. */
  private async lockedLogin(tx: EntityManager, hash: string): Promise<LoginRow | null> {
    const token = await tx.findOneBy(RefreshTokenRow, { hash });
    if (!token) return null;
    return tx.findOne(LoginRow, { where: { id: token.loginId }, lock: { mode: 'pessimistic_write' } });
  }
}
