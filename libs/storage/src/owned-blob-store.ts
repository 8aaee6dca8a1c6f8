import type { Readable } from 'node:stream';
import { AppError } from '@app/common';
import { BlobStore, type WriteOptions } from './blob-store';
import type { FileStoreOwner } from './file-store-owner';

/** Uses a store only while it is that of this installation. Otherwise every method throws AppError `unavailable`. */
export class OwnedBlobStore extends BlobStore {
  constructor(
    private readonly files: BlobStore,
    private readonly owner: FileStoreOwner,
  ) {
    super();
  }

  async write(key: string, content: Readable, options?: WriteOptions): Promise<{ bytes: number }> {
    try {
      await this.owner.check();
    } catch (error) {
      content.destroy();
      throw error;
    }
    return this.files.write(key, content, options);
  }

  async read(key: string): Promise<Readable> {
    try {
      return await this.files.read(key);
    } catch (error) {
      // A missing file proves nothing if the whole store is missing.
      if (error instanceof AppError && error.code === 'not_found') await this.owner.check();
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.owner.check();
    await this.files.delete(key);
  }

  async deletePrefix(prefix: string): Promise<void> {
    await this.owner.check();
    await this.files.deletePrefix(prefix);
  }

  async *list(folder?: string): AsyncGenerator<string> {
    await this.owner.check();
    yield* this.files.list(folder);
  }

  async deleteUnfinished(before: Date): Promise<void> {
    await this.owner.check();
    await this.files.deleteUnfinished(before);
  }

  readMark(): Promise<string | undefined> {
    return this.files.readMark();
  }

  writeMark(id: string): Promise<void> {
    return this.files.writeMark(id);
  }
}
