import { type Readable, pipeline } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import { DecryptBlob, EncryptBlob } from './blob-cipher';
import { BlobStore, type WriteOptions } from './blob-store';
import { MeasuredContent } from './measured-content';

/** Files that the store can neither read, nor change, cut, reorder or swap unnoticed (contract: Data protection). */
@Injectable()
export class EncryptedBlobs {
  constructor(private readonly store: BlobStore) {}

  /**
   * Like {@link BlobStore.write}; size and limit are those of the content before encryption.
   *
   * @returns bytes of the content, before encryption
   */
  async write(
    dataKey: DataKey,
    key: string,
    content: Readable,
    { maxBytes, signal }: WriteOptions = {},
  ): Promise<{ bytes: number }> {
    const measured = new MeasuredContent(content, maxBytes);
    // A failure of the content reaches the store as this stream's own, which it hands on as it is.
    const sealed = pipeline(measured, new EncryptBlob(dataKey, key), () => undefined);
    try {
      await this.store.write(key, sealed, { signal });
    } catch (error) {
      content.destroy();
      throw error;
    }
    return { bytes: measured.bytes };
  }

  /**
   * The content as it was written. The stream fails where the stored bytes are not what was written under this
   * very key; what came before that point is genuine.
   *
   * @throws AppError `not_found`
   */
  async read(dataKey: DataKey, key: string): Promise<Readable> {
    return pipeline(await this.store.read(key), new DecryptBlob(dataKey, key), () => undefined);
  }
}
