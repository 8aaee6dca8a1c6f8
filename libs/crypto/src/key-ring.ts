import { createHmac, hkdfSync } from 'node:crypto';
import type { NamedKey } from '@app/config';
import { open, seal } from './aead';

export interface WrappedKey {
  /** The main key that wrapped it. */
  keyId: string;
  wrapped: Buffer;
}

/** The main keys: the first one wraps new data keys, all of them unwrap (contract 11). */
export class KeyRing {
  /** Derived once for each purpose. */
  private readonly hashKeys = new Map<string, Buffer>();

  constructor(private readonly keys: readonly [NamedKey<Buffer>, ...NamedKey<Buffer>[]]) {}

  wrap(dataKey: Buffer, subjectId: string): WrappedKey {
    const [{ id, key }] = this.keys;
    return { keyId: id, wrapped: seal(key, dataKey, subjectId) };
  }

  /** @throws Error where the main key is not in the ring or does not fit */
  unwrap({ keyId, wrapped }: WrappedKey, subjectId: string): Buffer {
    const main = this.keys.find(({ id }) => id === keyId);
    if (!main) throw new Error(`ENCRYPTION_KEYS lacks the key ${keyId}`);
    return open(main.key, wrapped, subjectId);
  }

  /**
   * HMAC-SHA-256 under a key of its own per purpose (HKDF, RFC 5869), as base64url: for comparing and
   * counting without keeping the value. Changes when the first key does.
   */
  hash(purpose: string, value: string | Buffer): string {
    const known = this.hashKeys.get(purpose);
    const key = known ?? Buffer.from(hkdfSync('sha256', this.keys[0].key, '', `hash:${purpose}`, 32));
    if (!known) this.hashKeys.set(purpose, key);
    return createHmac('sha256', key).update(value).digest('base64url');
  }
}
