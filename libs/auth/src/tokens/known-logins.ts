import type { Redis } from 'ioredis';
import type { KeyRing } from '@app/crypto';

const KEPT_S = 30 * 24 * 60 * 60;

/**
 * Which user names logged in from which networks in the last 30 days, as keyed hashes in Redis. While Redis is away
 * none is known, so that nothing is counted less strictly than it would be.
 */
export class KnownLogins {
  constructor(
    private readonly redis: Redis,
    private readonly ring: KeyRing,
  ) {}

  /** @param login a user name and a network, in one text */
  async has(login: string): Promise<boolean> {
    // Also under the main keys that only decrypt: what was known before a rotation still is.
    const keys = this.ring.hashes('login-known', login).map(keyOf);
    return this.redis.exists(keys).then(
      (count) => count > 0,
      () => false,
    );
  }

  async remember(login: string): Promise<void> {
    const key = keyOf(this.ring.hash('login-known', login));
    // Not remembered, it is counted with the others of its address, as it was before.
    await this.redis.set(key, '', 'EX', KEPT_S).catch(() => undefined);
  }
}

const keyOf = (hash: string): string => `login-known:${hash}`;
