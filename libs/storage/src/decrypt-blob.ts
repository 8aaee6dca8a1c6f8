import { createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { DataKey } from '@app/crypto';
import { BLOB_VERSION, CHUNK_BYTES, chunkNonce, SALT_BYTES, TAG_BYTES } from './blob-format';
import { ByteQueue } from './byte-queue';

const HEADER_BYTES = 1 + SALT_BYTES;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/** Ciphertext in, content out, in constant memory. Nothing that was not verified comes out. */
export class DecryptBlob extends Transform {
  private key?: Buffer;
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
      if (!this.key) throw new Error('A stored file is cut');
      this.open(this.key, this.pending.length, true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private readHeader(): Buffer | undefined {
    if (this.pending.length < HEADER_BYTES) return undefined;
    const header = Buffer.concat(this.pending.take(HEADER_BYTES));
    if (header[0] !== BLOB_VERSION) throw new Error('A stored file has an unknown format');
    return this.dataKey.derive(header.subarray(1), this.name);
  }

  private open(key: Buffer, length: number, last: boolean): void {
    if (length < TAG_BYTES) throw new Error('A stored file is cut');
    const nonce = chunkNonce(this.index++, last);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    const opened = this.pending.take(length - TAG_BYTES).map((piece) => decipher.update(piece));
    decipher.setAuthTag(Buffer.concat(this.pending.take(TAG_BYTES)));
    opened.push(decipher.final());
    for (const piece of opened) this.push(piece);
  }
}
