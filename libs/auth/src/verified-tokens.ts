import { createHash } from 'node:crypto';
import type { ReadClaims } from './check-access';

const MAX_TOKENS = 10_000;

/**
 * The claims of access tokens whose signature was verified, until they expire: a token comes with every request of its
 * login, and verifying costs more than anything else that is done to find its user. Keys are SHA-256 over the whole
 * token, signature and all; the tokens themselves are not kept. Whether the login still stands is not known here.
 */
export class VerifiedTokens {
  /** Oldest first. */
  private readonly claims = new Map<string, ReadClaims>();

  /** @param leeway for how many seconds a token is taken after it expired */
  constructor(private readonly leeway: number) {}

  /** The claims of a token that was added and has not expired. */
  find(token: string, now: Date): ReadClaims | undefined {
    const claims = this.claims.get(hashOf(token));
    return claims && now.getTime() / 1000 < claims.exp + this.leeway ? claims : undefined;
  }

  /** @param token whose signature, issuer and audience were verified */
  add(token: string, claims: ReadClaims): void {
    const [oldest] = this.claims.size < MAX_TOKENS ? [] : this.claims.keys();
    if (oldest !== undefined) this.claims.delete(oldest);
    this.claims.set(hashOf(token), claims);
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
