import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKey } from '@app/crypto';
import { ByteQueue } from './byte-queue';

/**
 * Blobs are encrypted with STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM, like in age.
 *
 * Format: version (1 byte), salt (32), then chunks of 64 KiB plus tag (16); the last one may be shorter. The key is
 * derived from the data key, the salt and the blob's name. It is used only for this blob, so the nonce may be a
 * counter: an 11-byte chunk number and 1 byte that is 1 on the last chunk. A missing, moved or wrongly last chunk fails
 * authentication.
 */
const BLOB_VERSION = 1;
export const SALT_BYTES = 32;
export const CHUNK_BYTES = 64 * 1024;
export const TAG_BYTES = 16;
const HEADER_BYTES = 1 + SALT_BYTES;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Encrypts a stream in constant memory. */
export class EncryptBlob extends Transform {
  private readonly key: KeyObject;
  private readonly pending = new ByteQueue();
  private index = 0;

  constructor(dataKey: DataKey, name: string) {
    super();
    const salt = randomBytes(SALT_BYTES);
    this.key = dataKey.derive(salt, name);
    this.push(Buffer.concat([Buffer.of(BLOB_VERSION), salt]));
  }

  override _transform(content: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.pending.add(content);
    // A full chunk waits for further content, because the last chunk is encrypted differently.
    while (this.pending.length > CHUNK_BYTES) this.seal(CHUNK_BYTES, false);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.seal(this.pending.length, true);
    done();
  }

  private seal(length: number, last: boolean): void {
    const cipher = createCipheriv('aes-256-gcm', this.key, chunkNonce(this.index++, last));
    for (const piece of this.pending.take(length)) this.push(cipher.update(piece));
    this.push(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
  }
}

/** Decrypts a stream in constant memory. Emits only authenticated content. */
export class DecryptBlob extends Transform {
  private key?: KeyObject;
  private readonly pending = new ByteQueue();
  private index = 0;

  constructor(
    private readonly dataKey: DataKey,
    private readonly name: string,
  ) {
    super();
  }

  override _transform(sealed: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.pending.add(sealed);
    try {
      this.key ??= this.readHeader();
      while (this.key && this.pending.length > SEALED_BYTES) this.open(this.key, SEALED_BYTES, false);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.key) throw new Error('A stored file is truncated');
      this.open(this.key, this.pending.length, true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private readHeader(): KeyObject | undefined {
    if (this.pending.length < HEADER_BYTES) return undefined;
    const header = Buffer.concat(this.pending.take(HEADER_BYTES));
    if (header[0] !== BLOB_VERSION) throw new Error('A stored file has an unknown format');
    return this.dataKey.derive(header.subarray(1), this.name);
  }

  private open(key: KeyObject, length: number, last: boolean): void {
    if (length < TAG_BYTES) throw new Error('A stored file is truncated');
    const nonce = chunkNonce(this.index++, last);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    const opened = this.pending.take(length - TAG_BYTES).map((piece) => decipher.update(piece));
    decipher.setAuthTag(Buffer.concat(this.pending.take(TAG_BYTES)));
    opened.push(decipher.final());
    for (const piece of opened) this.push(piece);
  }
}

function chunkNonce(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
