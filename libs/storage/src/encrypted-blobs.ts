import { type Readable, pipeline } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import { DecryptBlob, EncryptBlob } from './blob-cipher';
import { BlobStore, type WriteOptions } from './blob-store';
import { MeasuredContent } from './measured-content';

/**
 * Stores encrypted files, so that the store cannot read them, nor change, truncate, reorder or swap them unnoticed
 * (contract: Data protection).
 */
@Injectable()
export class EncryptedBlobs {
  constructor(private readonly store: BlobStore) {}

  /**
   * Like {@link BlobStore.write}; size and limit are those of the content before encryption.
   *
   * @returns the bytes of the content, before encryption
   */
  async write(
    dataKey: DataKey,
    key: string,
    content: Readable,
    { maxBytes, signal }: WriteOptions = {},
  ): Promise<{ bytes: number }> {
    const measured = new MeasuredContent(content, maxBytes);
    // An error of the content reaches the store as the error of this stream, unchanged.
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
   * Returns the written content. The stream fails if the stored bytes were not written under this key. Content before
   * that point is authentic.
   *
   * @throws AppError `not_found`
   */
  async read(dataKey: DataKey, key: string): Promise<Readable> {
    return pipeline(await this.store.read(key), new DecryptBlob(dataKey, key), () => undefined);
  }
}
