import { createSecretKey, generateKeySync, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { open, seal } from './aead';
import type { KeyRing, WrappedKey } from './key-ring';

/** The hexadecimal digits of 64 bits. */
const HASH_DIGITS = 16;

/** The data key of one chat, document, job or organization. */
export class DataKey {
  /** @param key an AES-256 key */
  constructor(
    readonly subjectId: string,
    private readonly key: KeyObject,
  ) {}

  static random(subjectId: string): DataKey {
    return new DataKey(subjectId, generateKeySync('aes', { length: 256 }));
  }

  /**
   * @param binding the location of the ciphertext, as `table.column:row id`; it can only be decrypted with the same
   *   one
   */
  seal(plain: string | Buffer, binding: string): Buffer {
    return seal(this.key, Buffer.isBuffer(plain) ? plain : Buffer.from(plain, 'utf8'), this.bound(binding));
  }

  /** @throws Error if `sealed` was made with another key or for another binding */
  open(sealed: Buffer, binding: string): Buffer {
    return open(this.key, sealed, this.bound(binding));
  }

  openText(sealed: Buffer, binding: string): string {
    return this.open(sealed, binding).toString('utf8');
  }

  /**
   * Derives a separate AES-256 key for one stored file (HKDF-SHA-256, RFC 5869).
   *
   * @param salt random and stored with the file, so that a file that is written again gets another key
   * @param binding the file's name in the store; another name gives another key
   */
  derive(salt: Buffer, binding: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.key, salt, this.bound(binding), 32)));
  }

  /**
   * Returns a keyed hash for lookups of values by equality: SHA-512/256 of a derived key and the value, cut to 64 bits, as a
   * signed decimal number. This hash cannot be extended, so that it needs no HMAC, which takes three times as long.
   *
   * @param binding the purpose; another one gives other hashes
   */
  blindIndex(binding: string): (value: string) => string {
    const key = this.derive(Buffer.alloc(0), binding).export().toString('hex');
    return (value) =>
      BigInt.asIntN(
        64,
        BigInt(`0x${hash('sha512-256', key + value, 'hex').slice(0, HASH_DIGITS)}`),
      ).toString();
  }

  /** Returns the key in its stored form. */
  wrappedBy(keyRing: KeyRing): WrappedKey {
    return keyRing.wrap(this.key, this.subjectId);
  }

  private bound(binding: string): string {
    return `${this.subjectId}|${binding}`;
  }
}
