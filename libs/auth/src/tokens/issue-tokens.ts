import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sign } from 'jsonwebtoken';
import type { EntityManager } from 'typeorm';
import { Clock, newId } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { UserRow } from '../users/user.entity';
import type { AccessClaims } from './access-claims';
import { hashRefreshToken } from './hash-refresh-token';
import type { LoginRow } from './login.entity';
import { RefreshTokenRow } from './refresh-token.entity';
import { ALGORITHM, SigningKeys } from './signing-keys';
import type { Tokens } from './tokens';

type Subject = Pick<UserRow, 'id' | 'userName' | 'organizationId'>;

/** A new pair of tokens for a login, in the caller's transaction. Neither outlives the login. */
@Injectable()
export class IssueTokens {
  constructor(
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  async execute(
    tx: EntityManager,
    user: Subject,
    login: Pick<LoginRow, 'id' | 'expiresAt'>,
  ): Promise<Tokens> {
    const refreshToken = randomBytes(32).toString('base64url');
    await tx.insert(RefreshTokenRow, {
      hash: hashRefreshToken(refreshToken),
      loginId: login.id,
      expiresAt: this.until(login, this.config.refreshTokenTtlMs),
      spentAt: null,
    });
    return { jwtToken: this.accessToken(user, login), refreshToken };
  }

  private accessToken(user: Subject, login: Pick<LoginRow, 'id' | 'expiresAt'>): string {
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

  private until({ expiresAt }: Pick<LoginRow, 'expiresAt'>, ttlMs: number): Date {
    return new Date(Math.min(this.clock.now().getTime() + ttlMs, expiresAt.getTime()));
  }
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
