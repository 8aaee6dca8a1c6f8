import { createCipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKey } from '@app/crypto';
import { BLOB_VERSION, CHUNK_BYTES, chunkNonce, SALT_BYTES } from './blob-format';

/** Content in, ciphertext out, in constant memory. */
export class EncryptBlob extends Transform {
  private readonly key: Buffer;
  private pending: Buffer = Buffer.alloc(0);
  private index = 0;

  constructor(dataKey: DataKey, name: string) {
    super();
    const salt = randomBytes(SALT_BYTES);
    this.key = dataKey.derive(salt, name);
    this.push(Buffer.concat([Buffer.of(BLOB_VERSION), salt]));
  }

  override _transform(content: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.pending = Buffer.concat([this.pending, content]);
    // A full chunk waits until something follows it: only then is it known not to be the last.
    while (this.pending.length > CHUNK_BYTES) {
      this.push(this.seal(this.pending.subarray(0, CHUNK_BYTES), false));
      this.pending = this.pending.subarray(CHUNK_BYTES);
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, this.seal(this.pending, true));
  }

  private seal(chunk: Buffer, last: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, chunkNonce(this.index++, last));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}
