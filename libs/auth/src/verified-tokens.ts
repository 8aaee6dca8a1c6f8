import { createHash } from 'node:crypto';
import type { ReadClaims } from './check-access';

const MAX_TOKENS = 10_000;

/**
 * Caches the claims of verified access tokens until they expire. A token is sent with every request of its login, and
 * verifying it is the most expensive part of authentication. Keys are SHA-256 over the whole token including the
 * signature; tokens are not stored. Whether the login is still active is not cached.
 */
export class VerifiedTokens {
  /** Oldest first. */
  private readonly claims = new Map<string, ReadClaims>();

  /** @param leeway seconds for which a token is accepted after it has expired */
  constructor(private readonly leeway: number) {}

  /** Returns the claims of a cached token that has not expired. */
  find(token: string, now: Date): ReadClaims | undefined {
    const claims = this.claims.get(hashOf(token));
    return claims && now.getTime() / 1000 < claims.exp + this.leeway ? claims : undefined;
  }

  /** @param token a token with verified signature, issuer and audience */
  add(token: string, claims: ReadClaims): void {
    const [oldest] = this.claims.size < MAX_TOKENS ? [] : this.claims.keys();
    if (oldest !== undefined) this.claims.delete(oldest);
    this.claims.set(hashOf(token), claims);
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
