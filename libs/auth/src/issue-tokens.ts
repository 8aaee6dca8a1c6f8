import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import { LoginsStore, type Account, type StoredLogin } from '@app/accounts';
import { Clock, newId, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { AccessClaims } from './check-access';
import { ALGORITHM, SigningKeys } from './signing-keys';

/** What a login and a refresh answer with. */
export interface Tokens {
  jwtToken: string;
  refreshToken: string;
}

type Subject = Pick<Account, 'id' | 'userName' | 'organizationId'>;

/** A new pair of tokens for a login, in the caller's transaction. Neither outlives the login. */
@Injectable()
export class IssueTokens {
  constructor(
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly keys: SigningKeys,
    private readonly logins: LoginsStore,
    private readonly clock: Clock,
  ) {}

  async execute(tx: Transaction, user: Subject, login: StoredLogin): Promise<Tokens> {
    const refreshToken = randomBytes(32).toString('base64url');
    await this.logins.addRefreshToken(tx, {
      hash: hashRefreshToken(refreshToken),
      loginId: login.id,
      expiresAt: this.until(login, this.config.refreshTokenTtlMs),
      spentAt: null,
    });
    return { jwtToken: this.accessToken(user, login), refreshToken };
  }

  private accessToken(user: Subject, login: StoredLogin): string {
    const claims: AccessClaims = {
      sub: user.id,
      email: user.userName,
      organizationId: user.organizationId,
      sid: login.id,
      iat: seconds(this.clock.now()),
      exp: seconds(this.until(login, this.config.accessTokenTtlMs)),
      jti: newId(),
    };
    const { id: keyid, key } = this.keys.current;
    const { issuer, audience } = this.config;
    return sign(claims, key, { algorithm: ALGORITHM, keyid, issuer, audience });
  }

  private until({ expiresAt }: StoredLogin, ttlMs: number): Date {
    return new Date(Math.min(this.clock.now().getTime() + ttlMs, expiresAt.getTime()));
  }
}

/** SHA-256 is enough: the token is 256 random bits, there is nothing to guess. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
