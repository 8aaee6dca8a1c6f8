import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { DataKey } from '@app/crypto';
import type { JobType, StoredJob } from '@app/jobs';
import { BlobRemovals } from '@app/storage';
import { Arrivals } from './arrivals';
import { JobUploads } from './job-uploads';
import { JobUploadsStore } from './job-uploads.store';
import { ResultFiles } from './result-files';

/** The types of jobs with an upload, and its name in the export of a user. */
const UPLOADS: Partial<Record<JobType, string>> = { transcription: 'audio', file_anonymization: 'file' };

/** Deletes, exports and sweeps what jobs store besides their rows: the upload, and the file that a job returns. */
@Injectable()
export class JobFiles {
  constructor(
    private readonly arrivals: Arrivals,
    private readonly uploads: JobUploads,
    private readonly rows: JobUploadsStore,
    private readonly results: ResultFiles,
    private readonly removals: BlobRemovals,
  ) {}

  /** Deletes the files of a job that was cancelled or erased. Idempotent. */
  async delete({ id, type }: Pick<StoredJob, 'id' | 'type'>): Promise<void> {
    if (UPLOADS[type] === undefined) return;
    await this.removals.discard(`jobs/${id}/`);
    await this.rows.delete(id);
  }

  /** Returns how to open the files of an unfinished job, by name. */
  of(type: JobType, key: DataKey): Record<string, () => Promise<Readable>> {
    const name = UPLOADS[type];
    return name === undefined ? {} : { [name]: () => this.uploads.read(key) };
  }

  /** Deletes files that a crash left behind, and those of results that were deleted. */
  async sweep(): Promise<void> {
    await this.uploads.sweep();
    await this.arrivals.sweep();
    await this.results.sweep();
  }
}
