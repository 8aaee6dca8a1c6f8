import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import { JobUploadsStore } from './job-uploads.store';

const BATCH = 100;
/**
 * Returns the name of an upload in the blob store. It is the same for every type of job, because the previous version deletes
 * uploads that a crash left by this name.
 */
export const uploadBlob = (jobId: string): string => `jobs/${jobId}/audio`;

/** Stores uploads, encrypted with the key of their job. They are deleted when the job ends (contract: Jobs). */
@Injectable()
export class JobUploads {
  constructor(
    private readonly rows: JobUploadsStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /** @returns the number of bytes */
  async write(
    key: DataKey,
    content: Readable,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<{ bytes: number }> {
    return this.encrypted.write(key, uploadBlob(key.subjectId), content, options);
  }

  async read(key: DataKey): Promise<Readable> {
    return this.encrypted.read(key, uploadBlob(key.subjectId));
  }

  /** Deletes an upload. The file is deleted before its row, so that the next sweep finds a remaining row. */
  async delete(jobId: string): Promise<void> {
    await this.removals.discard(uploadBlob(jobId));
    await this.rows.delete(jobId);
  }

  /** Deletes uploads of finished jobs that a crash left. */
  async sweep(): Promise<void> {
    for (const jobId of await this.rows.ofEndedJobs(BATCH)) await this.delete(jobId);
  }
}
