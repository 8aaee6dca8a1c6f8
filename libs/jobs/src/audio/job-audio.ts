import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DataKey } from '@app/crypto';
import { BlobStore, EncryptedBlobs } from '@app/storage';

const BATCH = 100;
/** Where a recording lies in the blob store. */
export const audioBlob = (jobId: string): string => `jobs/${jobId}/audio`;

/** The recordings of transcription jobs, encrypted with the job's own key. They go when the job ends (contract: Jobs). */
@Injectable()
export class JobAudio {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly blobs: BlobStore,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /** @returns bytes */
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

  /** The recording first: a row that outlives it is found by the next sweep. */
  async delete(jobId: string): Promise<void> {
    await this.blobs.delete(audioBlob(jobId));
    await this.db.query('DELETE FROM job_audio WHERE job_id = $1', [jobId]);
  }

  /** Deletes what a crash left of jobs that ended. */
  async sweep(): Promise<void> {
    const rows = await this.db.query<{ job_id: string }[]>(
      `SELECT audio.job_id FROM job_audio audio JOIN jobs ON jobs.id = audio.job_id
       WHERE jobs.status <> 'accepted' ORDER BY audio.created_at LIMIT $1`,
      [BATCH],
    );
    for (const { job_id: jobId } of rows) await this.delete(jobId);
  }
}
