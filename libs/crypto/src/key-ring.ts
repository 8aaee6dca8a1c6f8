import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { NamedKey } from '@app/config';
import { open, seal } from './aead';

export interface WrappedKey {
  /** The main key that wrapped it. */
  keyId: string;
  wrapped: Buffer;
}

export interface SealedByMainKey {
  keyId: string;
  sealed: Buffer;
}

/** The main keys: the first one wraps new data keys, all of them unwrap (contract: Data protection). */
export class KeyRing {
  /** Derived once for each main key and purpose. */
  private readonly hashKeys = new Map<string, KeyObject>();

  constructor(private readonly keys: readonly [NamedKey<KeyObject>, ...NamedKey<KeyObject>[]]) {}

  /** The names of the main keys, that of the one which wraps first. */
  get ids(): readonly [string, ...string[]] {
    const [first, ...others] = this.keys;
    return [first.id, ...others.map(({ id }) => id)];
  }

  wrap(dataKey: KeyObject, subjectId: string): WrappedKey {
    const { keyId, sealed } = this.seal(dataKey.export(), subjectId);
    return { keyId, wrapped: sealed };
  }

  /** @throws Error where the main key is not in the ring or does not fit */
  unwrap({ keyId, wrapped }: WrappedKey, subjectId: string): KeyObject {
    return createSecretKey(this.open({ keyId, sealed: wrapped }, subjectId));
  }

  /**
   * For what has no data key: it is lost with the main key, and no rotation seals it anew.
   *
   * @param binding what the ciphertext belongs to; it opens nowhere else
   */
  seal(plain: Buffer, binding: string): SealedByMainKey {
    const [{ id, key }] = this.keys;
    return { keyId: id, sealed: seal(key, plain, binding) };
  }

  /** @throws Error where the main key is not in the ring or does not fit */
  open({ keyId, sealed }: SealedByMainKey, binding: string): Buffer {
    const main = this.keys.find(({ id }) => id === keyId);
    if (!main) throw new Error(`ENCRYPTION_KEYS lacks the key ${keyId}`);
    return open(main.key, sealed, binding);
  }

  /**
   * HMAC-SHA-256 under a key of its own per purpose (HKDF, RFC 5869), as base64url: for comparing and
   * counting without keeping the value. Changes when the first key does: what is looked up later is looked up
   * by {@link hashes}.
   */
  hash(purpose: string, value: string | Buffer): string {
    return this.hashUnder(this.keys[0], purpose, value);
  }

  /** The hash under every key, the present one first: what was hashed before a rotation is found by one of them. */
  hashes(purpose: string, value: string | Buffer): [string, ...string[]] {
    const [first, ...others] = this.keys;
    return [
      this.hashUnder(first, purpose, value),
      ...others.map((key) => this.hashUnder(key, purpose, value)),
    ];
  }

  private hashUnder({ id, key: main }: NamedKey<KeyObject>, purpose: string, value: string | Buffer): string {
    const name = `${id} ${purpose}`;
    const known = this.hashKeys.get(name);
    const key = known ?? createSecretKey(Buffer.from(hkdfSync('sha256', main, '', `hash:${purpose}`, 32)));
    if (!known) this.hashKeys.set(name, key);
    return createHmac('sha256', key).update(value).digest('base64url');
  }
}
