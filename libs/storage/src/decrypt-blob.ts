import { createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKey } from '@app/crypto';
import { BLOB_VERSION, CHUNK_BYTES, chunkNonce, SALT_BYTES, TAG_BYTES } from './blob-format';

const HEADER_BYTES = 1 + SALT_BYTES;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Ciphertext in, content out, in constant memory. Nothing that was not verified comes out. */
export class DecryptBlob extends Transform {
  private key?: Buffer;
  private pending: Buffer = Buffer.alloc(0);
  private index = 0;

  constructor(
    private readonly dataKey: DataKey,
    private readonly name: string,
  ) {
    super();
  }

  override _transform(sealed: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.pending = Buffer.concat([this.pending, sealed]);
    try {
      this.key ??= this.readHeader();
      while (this.key && this.pending.length > SEALED_BYTES) {
        this.push(this.open(this.key, this.pending.subarray(0, SEALED_BYTES), false));
        this.pending = this.pending.subarray(SEALED_BYTES);
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.key) throw new Error('A stored file is cut');
      done(null, this.open(this.key, this.pending, true));
    } catch (error) {
      done(error as Error);
    }
  }

  private readHeader(): Buffer | undefined {
    if (this.pending.length < HEADER_BYTES) return undefined;
    if (this.pending[0] !== BLOB_VERSION) throw new Error('A stored file has an unknown format');
    const key = this.dataKey.derive(this.pending.subarray(1, HEADER_BYTES), this.name);
    this.pending = this.pending.subarray(HEADER_BYTES);
    return key;
  }

  private open(key: Buffer, chunk: Buffer, last: boolean): Buffer {
    if (chunk.length < TAG_BYTES) throw new Error('A stored file is cut');
    const tagAt = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, chunkNonce(this.index++, last), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(chunk.subarray(tagAt));
    return Buffer.concat([decipher.update(chunk.subarray(0, tagAt)), decipher.final()]);
  }
}
