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
  /** Empty where the access token is for setting up a second factor alone. */
  refreshToken: string;
}

/** The console's people come back within a working day, or log in again. */
export const CONSOLE_IDLE_MS = 12 * 60 * 60 * 1000;

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

  /** @param confirmedUntil the access token lasts no longer: until then the provider of single sign-on vouches for it */
  async execute(tx: Transaction, user: Subject, login: StoredLogin, confirmedUntil?: Date): Promise<Tokens> {
    const refreshToken = randomBytes(32).toString('base64url');
    await this.logins.addRefreshToken(tx, {
      hash: hashRefreshToken(refreshToken),
      loginId: login.id,
      expiresAt: this.until(login, login.console ? CONSOLE_IDLE_MS : this.config.refreshTokenTtlMs),
      spentAt: null,
    });
    const expiresAt = this.until(login, this.config.accessTokenTtlMs, confirmedUntil);
    return { jwtToken: this.accessToken(user, login, this.config.audience, expiresAt), refreshToken };
  }

  /** An access token for setting up a second factor, and for nothing else: it has an audience of its own. */
  forEnrolment(user: Subject, login: StoredLogin): Tokens {
    const audience = enrolmentAudience(this.config);
    return { jwtToken: this.accessToken(user, login, audience, login.expiresAt), refreshToken: '' };
  }

  private accessToken(user: Subject, login: StoredLogin, audience: string, expiresAt: Date): string {
    const claims: AccessClaims = {
      sub: user.id,
      email: user.userName,
      organizationId: user.organizationId,
      sid: login.id,
      iat: seconds(this.clock.now()),
      exp: seconds(expiresAt),
      jti: newId(),
    };
    const { id: keyid, key } = this.keys.current;
    const { issuer } = this.config;
    return sign(claims, key, { algorithm: ALGORITHM, keyid, issuer, audience });
  }

  private until({ expiresAt }: StoredLogin, ttlMs: number, other = expiresAt): Date {
    return new Date(Math.min(this.clock.now().getTime() + ttlMs, expiresAt.getTime(), other.getTime()));
  }
}

/** Whom a token for setting up a second factor is for. A version that does not know of it takes it for somebody else's. */
export const enrolmentAudience = ({ audience }: Pick<AuthConfig, 'audience'>): string =>
  `${audience}/second-factor`;

/** SHA-256 is enough: the token is 256 random bits, there is nothing to guess. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
