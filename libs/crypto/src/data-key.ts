import { createSecretKey, generateKeySync, hkdfSync, type KeyObject } from 'node:crypto';
import { open, seal } from './aead';
import type { KeyRing, WrappedKey } from './key-ring';

/** The key of one chat, document, job or organization. */
export class DataKey {
  /** @param key of AES-256 */
  constructor(
    readonly subjectId: string,
    private readonly key: KeyObject,
  ) {}

  static random(subjectId: string): DataKey {
    return new DataKey(subjectId, generateKeySync('aes', { length: 256 }));
  }

  /**
   * @param binding where the ciphertext will stand, as `table.column:row id`; it opens only there
   */
  seal(plain: string | Buffer, binding: string): Buffer {
    return seal(this.key, Buffer.isBuffer(plain) ? plain : Buffer.from(plain, 'utf8'), this.bound(binding));
  }

  /** @throws Error where `sealed` was made with another key or for another binding */
  open(sealed: Buffer, binding: string): Buffer {
    return open(this.key, sealed, this.bound(binding));
  }

  openText(sealed: Buffer, binding: string): string {
    return this.open(sealed, binding).toString('utf8');
  }

  /**
   * A key of AES-256 of its own for one stored file (HKDF-SHA-256, RFC 5869).
   *
   * @param salt random and kept with the file, so that a file written again gets another key
   * @param binding the file's name in the store; under another name the key is another one
   */
  derive(salt: Buffer, binding: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.key, salt, this.bound(binding), 32)));
  }

  /** As it may be stored. */
  wrappedBy(keyRing: KeyRing): WrappedKey {
    return keyRing.wrap(this.key, this.subjectId);
  }

  private bound(binding: string): string {
    return `${this.subjectId}|${binding}`;
  }
}
