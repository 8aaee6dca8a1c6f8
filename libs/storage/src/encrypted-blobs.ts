import { type Readable, pipeline } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import type { DataKey } from '@app/crypto';
import { Log, Metrics } from '@app/observability';
import { DecryptBlob, EncryptBlob } from './blob-cipher';
import { BlobStore, type WriteOptions } from './blob-store';
import { MeasuredContent } from './measured-content';

/**
 * Stores encrypted files, so that the store cannot read them, nor change, truncate, reorder or swap them unnoticed
 * (contract: Data protection).
 */
@Injectable()
export class EncryptedBlobs {
  private readonly missing;

  constructor(
    private readonly store: BlobStore,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.missing = metrics.counter(
      'blobs_missing_total',
      'Files that the database names and the file store does not have',
    );
  }

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
   * Returns the content that the database says was written. The stream fails if the stored bytes were not written under
   * this key. Content before that point is authentic.
   *
   * @throws AppError `not_found`, which is logged
   */
  async read(dataKey: DataKey, key: string): Promise<Readable> {
    try {
      return this.opened(dataKey, key, await this.store.read(key));
    } catch (error) {
      if (isMissing(error)) {
        this.log.error('storage.blob_missing', error, { file: key });
        this.missing.inc();
      }
      throw error;
    }
  }

  /** Like {@link read}, of content that may not exist. */
  async find(dataKey: DataKey, key: string): Promise<Readable | undefined> {
    try {
      return this.opened(dataKey, key, await this.store.read(key));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  private opened(dataKey: DataKey, key: string, sealed: Readable): Readable {
    return pipeline(sealed, new DecryptBlob(dataKey, key), () => undefined);
  }
}

const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';
