import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '@app/common';

/**
 * The allowed signature algorithms. They are asymmetric, because a verifier of symmetric signatures could also sign.
 */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const FRESH_MS = 10 * 60_000;
/** Any client can send tokens with unknown key ids, so the provider is not asked for each of them. */
const MOST_FETCHES = 5;
const WINDOW_MS = 60_000;

/**
 * Caches the provider's public keys (RFC 7517) for ten minutes. An unknown key may be new, so the keys are fetched
 * again for it, at most five times a minute.
 */
export class ProviderKeys {
  private fetched?: { at: number; find: JWTVerifyGetKey };
  private fetching?: Promise<JWTVerifyGetKey>;
  private fetches: number[] = [];

  /** @param fetchKeys throws if the provider does not answer */
  constructor(
    private readonly fetchKeys: () => Promise<JSONWebKeySet>,
    private readonly clock: Clock,
  ) {}

  /** Returns the key that a token's header names. Throws if there is none, or the keys cannot be fetched. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.fresh();
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !this.mayFetch()) throw error;
      return (await this.fetch())(header, token);
    }
  };

  private async fresh(): Promise<JWTVerifyGetKey> {
    const isFresh = this.fetched && this.fetched.at > this.now() - FRESH_MS;
    return isFresh ? this.fetched!.find : this.fetch();
  }

  private mayFetch(): boolean {
    this.fetches = this.fetches.filter((at) => at > this.now() - WINDOW_MS);
    return this.fetches.length < MOST_FETCHES;
  }

  /** Fetches the keys. Concurrent callers share one request. */
  private fetch(): Promise<JWTVerifyGetKey> {
    this.fetching ??= this.fetchOnce().finally(() => delete this.fetching);
    return this.fetching;
  }

  private async fetchOnce(): Promise<JWTVerifyGetKey> {
    this.fetches.push(this.now());
    const find = createLocalJWKSet(await this.fetchKeys());
    this.fetched = { at: this.now(), find };
    return find;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
