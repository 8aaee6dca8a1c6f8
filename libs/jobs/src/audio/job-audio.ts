import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { DataKeys, type DataKey } from '@app/crypto';
import { BlobStore, EncryptedBlobs } from '@app/storage';

const BATCH = 100;
const blobOf = (jobId: string): string => `jobs/${jobId}/audio`;

/** The recordings of transcription jobs, encrypted with the job's own key. They go when the job ends (contract 9). */
@Injectable()
export class JobAudio {
  constructor(
    @InjectDataSource() private readonly db: DataSource,
    private readonly keys: DataKeys,
    private readonly blobs: BlobStore,
    private readonly encrypted: EncryptedBlobs,
  ) {}

  /** @returns bytes */
  async write(
    key: DataKey,
    content: Readable,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<{ bytes: number }> {
    return this.encrypted.write(key, blobOf(key.subjectId), content, options);
  }

  async read(key: DataKey): Promise<Readable> {
    return this.encrypted.read(key, blobOf(key.subjectId));
  }

  /** Its job is accepted: the same request may come again. */
  async arrived(jobId: string): Promise<void> {
    await this.db.query('UPDATE job_audio SET arriving_key = NULL WHERE job_id = $1', [jobId]);
  }

  /** The recording first: a row that outlives it is found by the next sweep. */
  async delete(jobId: string): Promise<void> {
    await this.blobs.delete(blobOf(jobId));
    await this.db.query('DELETE FROM job_audio WHERE job_id = $1', [jobId]);
  }

  /** Deletes a recording whose job was never accepted, with its key. */
  async discard(jobId: string): Promise<void> {
    await this.delete(jobId);
    await this.keys.destroy(this.db.manager, [jobId]);
  }

  /** Deletes what a crash left: of jobs that ended, and of uploads that a day later are still no job. */
  async sweep(): Promise<void> {
    const rows = await this.db.query<{ job_id: string; accepted: boolean }[]>(
      `SELECT audio.job_id, jobs.id IS NOT NULL AS accepted
       FROM job_audio audio LEFT JOIN jobs ON jobs.id = audio.job_id
       WHERE jobs.status <> 'accepted' OR (jobs.id IS NULL AND audio.created_at <= now() - interval '24 hours')
       ORDER BY audio.created_at LIMIT $1`,
      [BATCH],
    );
    for (const { job_id: jobId, accepted } of rows)
      await (accepted ? this.delete(jobId) : this.discard(jobId));
  }
}
