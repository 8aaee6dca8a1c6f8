import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import { BlobRemovals, EncryptedBlobs } from '@app/storage';
import { JobAudioStore } from './job-audio.store';

const BATCH = 100;
/** Returns the name of a recording in the blob store. */
export const audioBlob = (jobId: string): string => `jobs/${jobId}/audio`;

/**
 * Stores the recordings of transcription jobs, encrypted with the job's own key. They are deleted when the job ends
 * (contract: Jobs).
 */
@Injectable()
export class JobAudio {
  constructor(
    private readonly rows: JobAudioStore,
    private readonly removals: BlobRemovals,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /** @returns the number of bytes */
  async write(
    key: DataKey,
    content: Readable,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<{ bytes: number }> {
    return this.encrypted.write(key, audioBlob(key.subjectId), content, options);
  }

  async read(key: DataKey): Promise<Readable> {
    return this.encrypted.read(key, audioBlob(key.subjectId));
  }

  /** Deletes a recording. The file is deleted before its row, so that the next sweep finds a remaining row. */
  async delete(jobId: string): Promise<void> {
    await this.removals.discard(audioBlob(jobId));
    await this.rows.delete(jobId);
  }

  /** Deletes recordings of finished jobs that a crash left. */
  async sweep(): Promise<void> {
    for (const jobId of await this.rows.ofEndedJobs(BATCH)) await this.delete(jobId);
  }
}
