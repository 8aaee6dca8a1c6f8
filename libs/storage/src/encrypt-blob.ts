import { createCipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKey } from '@app/crypto';
import { BLOB_VERSION, CHUNK_BYTES, chunkNonce, SALT_BYTES } from './blob-format';
import { ByteQueue } from './byte-queue';

/** Content in, ciphertext out, in constant memory. */
export class EncryptBlob extends Transform {
  private readonly key: Buffer;
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
    // A full chunk waits until something follows it: only then is it known not to be the last.
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
