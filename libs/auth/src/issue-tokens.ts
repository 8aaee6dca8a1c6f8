import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import { LoginsStore, type Account, type StoredLogin } from '@app/accounts';
import { Clock, newId, type Transaction } from '@app/common';
import { authConfig, type AuthConfig } from '@app/config';
import type { AccessClaims } from './check-access';
import { ALGORITHM, SigningKeys } from './signing-keys';

/** The result of a login and of a refresh. */
export interface Tokens {
  jwtToken: string;
  /** Empty if the access token only sets up a second factor. */
  refreshToken: string;
}

/** A user of the console must return within a working day, or log in again. */
export const CONSOLE_IDLE_MS = 12 * 60 * 60 * 1000;

type Subject = Pick<Account, 'id' | 'userName' | 'organizationId'>;

/** Issues a pair of tokens for a login, in the caller's transaction. Neither outlives the login. */
@Injectable()
export class IssueTokens {
  constructor(
    @Inject(authConfig.KEY) private readonly config: AuthConfig,
    private readonly keys: SigningKeys,
    private readonly logins: LoginsStore,
    private readonly clock: Clock,
  ) {}

  /** @param confirmedUntil the end of the provider's confirmation, after which the access token expires */
  async execute(tx: Transaction, user: Subject, login: StoredLogin, confirmedUntil?: Date): Promise<Tokens> {
    const refreshToken = randomBytes(32).toString('base64url');
    await this.logins.addRefreshToken(tx, {
      hash: hashRefreshToken(refreshToken),
      loginId: login.id,
      expiresAt: this.until(login, login.console ? CONSOLE_IDLE_MS : this.config.refreshTokenTtlMs),
      spentAt: null,
    });
    const expiresAt = this.until(login, this.config.accessTokenTtlMs, confirmedUntil);
    return { jwtToken: await this.accessToken(user, login, this.config.audience, expiresAt), refreshToken };
  }

  /** Issues an access token that only sets up a second factor. It has a separate audience. */
  async forEnrolment(user: Subject, login: StoredLogin): Promise<Tokens> {
    const audience = enrolmentAudience(this.config);
    return { jwtToken: await this.accessToken(user, login, audience, login.expiresAt), refreshToken: '' };
  }

  private accessToken(user: Subject, login: StoredLogin, audience: string, expiresAt: Date): Promise<string> {
    const claims = {
      sub: user.id,
      email: user.userName,
      organizationId: user.organizationId,
      sid: login.id,
      iat: seconds(this.clock.now()),
      exp: seconds(expiresAt),
      jti: newId(),
    } satisfies AccessClaims;
    const { id: kid, key } = this.keys.current;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid })
      .setIssuer(this.config.issuer)
      .setAudience(audience)
      .sign(key);
  }

  private until({ expiresAt }: StoredLogin, ttlMs: number, other = expiresAt): Date {
    return new Date(Math.min(this.clock.now().getTime() + ttlMs, expiresAt.getTime(), other.getTime()));
  }
}

/** Returns the audience of tokens that only set up a second factor. Versions that do not know it refuse such tokens. */
export const enrolmentAudience = ({ audience }: Pick<AuthConfig, 'audience'>): string =>
  `${audience}/second-factor`;

/** Hashes a token. SHA-256 is sufficient, because the token is 256 random bits. */
export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
