import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { NamedKey } from '@app/config';
import { open, seal } from './aead';

export interface WrappedKey {
  /** The main key that wrapped it. */
  keyId: string;
  wrapped: Buffer;
}

type MainKey = NamedKey<KeyObject>;

const mainKey = ({ id, key }: NamedKey<Buffer>): MainKey => ({ id, key: createSecretKey(key) });

/** The main keys: the first one wraps new data keys, all of them unwrap (contract: Data protection). */
export class KeyRing {
  private readonly keys: [MainKey, ...MainKey[]];
  /** Derived once for each main key and purpose. */
  private readonly hashKeys = new Map<string, KeyObject>();

  constructor([first, ...others]: readonly [NamedKey<Buffer>, ...NamedKey<Buffer>[]]) {
    this.keys = [mainKey(first), ...others.map(mainKey)];
  }

  /** The names of the main keys, that of the one which wraps first. */
  get ids(): readonly [string, ...string[]] {
    const [first, ...others] = this.keys;
    return [first.id, ...others.map(({ id }) => id)];
  }

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

  private hashUnder({ id, key: main }: MainKey, purpose: string, value: string | Buffer): string {
    const name = `${id} ${purpose}`;
    const known = this.hashKeys.get(name);
    const key = known ?? createSecretKey(Buffer.from(hkdfSync('sha256', main, '', `hash:${purpose}`, 32)));
    if (!known) this.hashKeys.set(name, key);
    return createHmac('sha256', key).update(value).digest('base64url');
  }
}
