import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AppError, Clock, type Owner } from '@app/common';
import { EncryptedBlobs } from '@app/storage';
import { blobOf, MAX_INPUT_BYTES, type StoredFile } from './batch';
import { BatchFilesStore } from './batch-files.store';

export interface BatchUpload {
  name: string;
  content: Readable;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Stores a file with requests, encrypted. Its lines are read when a batch is created. */
@Injectable()
export class UploadBatchFile {
  constructor(
    private readonly files: BatchFilesStore,
    private readonly blobs: EncryptedBlobs,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `too_large`; `bad_request` for an empty file */
  async execute(owner: Owner, { name, content, signal }: BatchUpload): Promise<StoredFile> {
    const createdAt = this.clock.now();
    const { id, key } = await this.files.create(owner, name, createdAt);
    try {
      const options = { maxBytes: MAX_INPUT_BYTES, signal };
      const { bytes } = await this.blobs.write(key, blobOf(id), content, options);
      if (bytes === 0) throw new AppError('bad_request', 'file must not be empty');
      await this.files.complete(owner, id, bytes);
      return { id, owner, batchId: null, name, bytes, createdAt, key };
    } catch (error) {
      await this.files.delete(owner, id);
      if (signal.aborted) throw new AppError('bad_request', 'The upload was broken off');
      throw error;
    }
  }
}
