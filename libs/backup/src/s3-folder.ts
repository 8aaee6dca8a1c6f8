import { Readable } from 'node:stream';
import { AppError, codeOf } from '@app/common';
import type { S3BlobStore } from '@app/storage';
import { taken, type Folder } from './folder';

/** The objects of an S3-compatible store that have a prefix. */
export class S3Folder implements Folder {
  /** @param prefix ends with a slash; or empty, for a whole bucket */
  constructor(
    private readonly store: S3BlobStore,
    private readonly prefix: string,
  ) {}

  async create(): Promise<void> {
    if (this.prefix === '')
      throw new AppError('bad_request', 'A backup needs a prefix in its bucket: s3://BUCKET/PREFIX');
    if ((await this.names()).length > 0) throw taken();
  }

  async reserve(file: string): Promise<void> {
    if ((await this.names()).includes(file)) throw taken();
  }

  names(): Promise<string[]> {
    return named(this.store.names(this.prefix));
  }

  at(name: string): Folder {
    return new S3Folder(this.store, `${this.prefix}${name}/`);
  }

  async write(file: string, content: Readable): Promise<void> {
    await named(this.store.write(this.prefix + file, content));
  }

  async read(file: string): Promise<Readable> {
    const content = await named(this.store.read(this.prefix + file));
    return Readable.from(withNamedFailures(content), { objectMode: false });
  }

  deleteFile(file: string): Promise<void> {
    return named(this.store.delete(this.prefix + file));
  }

  deleteAll(): Promise<void> {
    return named(this.store.deletePrefix(this.prefix));
  }
}

/** The store's word for what is wrong, such as `NoSuchBucket`. */
const REASON = /^[A-Za-z]{3,60}$/;

/** Names the reason of a failure of the store, which operators may read. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError && error.code === 'unavailable' ? failedBy(error.cause) : error;
  }
}

/** Yields what the store sends. An interrupted answer is a failure of the store, not of the file. */
async function* withNamedFailures(content: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const part of content) yield part as Buffer;
  } catch (error) {
    throw failedBy(error);
  }
}

function failedBy(cause: unknown): AppError {
  const word = codeOf(cause) ?? (cause instanceof Error && REASON.test(cause.name) ? cause.name : 'unknown');
  return new AppError('unavailable', `The store for backups failed: ${word}`, {}, { cause });
}
