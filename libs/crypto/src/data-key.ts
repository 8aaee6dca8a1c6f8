import { open, seal } from './aead';

/** The key of one chat, document, job or organization. */
export class DataKey {
  constructor(
    readonly subjectId: string,
    private readonly key: Buffer,
  ) {}

  /**
   * @param place where the ciphertext will stand, as `table.column:row id`; it opens only there
   */
  seal(plain: string | Buffer, place: string): Buffer {
    return seal(this.key, Buffer.isBuffer(plain) ? plain : Buffer.from(plain, 'utf8'), this.bound(place));
  }

  /** @throws Error where `sealed` was made with another key or for another place */
  open(sealed: Buffer, place: string): Buffer {
    return open(this.key, sealed, this.bound(place));
  }

  openText(sealed: Buffer, place: string): string {
    return this.open(sealed, place).toString('utf8');
  }

  private bound(place: string): string {
    return `${this.subjectId}|${place}`;
  }
}
