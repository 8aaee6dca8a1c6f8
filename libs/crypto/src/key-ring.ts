import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { NamedKey } from '@app/config';
import { open, seal } from './aead';

export interface WrappedKey {
  /** The id of the main key that wrapped it. */
  keyId: string;
  wrapped: Buffer;
}

export interface SealedByMainKey {
  keyId: string;
  sealed: Buffer;
}

/** The main keys. The first one wraps new data keys, and all of them unwrap (contract: Data protection). */
export class KeyRing {
  /** Derived once for each main key and purpose. */
  private readonly hashKeys = new Map<string, KeyObject>();

  constructor(private readonly keys: readonly [NamedKey<KeyObject>, ...NamedKey<KeyObject>[]]) {}

  /** The ids of the main keys. The one that wraps new data keys is first. */
  get ids(): readonly [string, ...string[]] {
    const [first, ...others] = this.keys;
    return [first.id, ...others.map(({ id }) => id)];
  }

  wrap(dataKey: KeyObject, subjectId: string): WrappedKey {
    const { keyId, sealed } = this.seal(dataKey.export(), subjectId);
    return { keyId, wrapped: sealed };
  }

  /** @throws Error if the main key is not in the ring or does not match */
  unwrap({ keyId, wrapped }: WrappedKey, subjectId: string): KeyObject {
    return createSecretKey(this.open({ keyId, sealed: wrapped }, subjectId));
  }

  /**
   * Seals data that has no data key. It is lost with the main key, and rotation does not seal it again.
   *
   * @param binding the associated data; the ciphertext can only be decrypted with the same one
   */
  seal(plain: Buffer, binding: string): SealedByMainKey {
    const [{ id, key }] = this.keys;
    return { keyId: id, sealed: seal(key, plain, binding) };
  }

  /** @throws Error if the main key is not in the ring or does not match */
  open({ keyId, sealed }: SealedByMainKey, binding: string): Buffer {
    const main = this.keys.find(({ id }) => id === keyId);
    if (!main) throw new Error(`ENCRYPTION_KEYS lacks the key ${keyId}`);
    return open(main.key, sealed, binding);
  }

  /**
   * Returns an HMAC-SHA-256 in base64url, under a separate key for each purpose (HKDF, RFC 5869). It serves to compare and
   * count values without storing them. It changes when the first main key changes, so look up stored hashes by
   * {@link hashes}.
   */
  hash(purpose: string, value: string | Buffer): string {
    return this.hashUnder(this.keys[0], purpose, value);
  }

  /** Returns the hash under every main key, the current one first, to find hashes from before a rotation. */
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
